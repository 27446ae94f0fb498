import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { TrackBody } from '@avatary/contract/tracking'
import { failure, type RequestContext } from '../../kernel/answer.ts'
import { trackingHandlers } from './handlers.ts'
import type { Visit } from './pending-counts.ts'
import { TermsWithResults } from './terms-with-results.ts'
import { Visitors } from './visitors.ts'
import { Visits } from './visits.ts'

const ID = 'avtr_00000000-0000-4000-8000-000000000001'
const UNLISTED = 'avtr_00000000-0000-4000-8000-000000000002'

function setUp(countryHeader: string | null = null) {
  const writer = {
    acknowledged: 0,
    isBehind: false,
    caughtUp: Promise.withResolvers<boolean>(),
    acknowledge: () => void writer.acknowledged++,
    writeOverdue: () => writer.caughtUp.promise,
  }
  const tracked: [slot: number, event: string, visit: Visit][] = []
  const handlers = trackingHandlers({
    view: { slotOf: id => (id === ID ? 5 : id === UNLISTED ? 6 : -1), isListed: slot => slot === 5 },
    visits: new Visits({
      pendingCounts: {
        track: (slot, event, visit) => tracked.push([slot, event, visit]),
        countImpressions: () => {},
        countWear: () => {},
      },
      visitors: new Visitors({ isBot: text => text === 'bot', deviceOf: () => 'vr' }),
      bound: { admit: network => network !== 'often' },
    }),
    writer,
    terms: new TermsWithResults(text => text.toLowerCase()),
    countries: { countryOf: address => (address === '198.51.100.7' ? 'FR' : null) },
    countryHeader,
    ownHost: 'avatars.example',
  })
  const track = (
    id: string,
    body: Partial<TrackBody> = {},
    headers: Record<string, string> = {},
    network = 'first',
  ) => {
    const context = { method: 'POST', headers, address: '198.51.100.7', network } as unknown as RequestContext
    return handlers.trackAvatar({
      params: { id },
      query: undefined,
      body: { event: 'view', ...body },
      context,
    })
  }
  return { tracked, track, writer }
}

describe('tracking an event', () => {
  it('counts it with the buckets of the visitor', async () => {
    const { tracked, track } = setUp()
    const headers = { 'user-agent': 'headset', referer: 'https://booth.pm/items/1' }
    const body: TrackBody = { event: 'outbound', source: ' Search', platform: 'PC', term: 'Fox' }
    assert.deepEqual(await track(ID.toUpperCase().replace('AVTR', 'avtr'), body, headers), {
      kind: 'json',
      value: { ok: true },
    })
    const visit = {
      site: 'booth.pm',
      device: 'vr',
      country: 'FR',
      surface: 'search',
      platform: 'pc',
      term: 'fox',
    }
    assert.deepEqual(tracked, [[5, 'outbound', visit]])
  })

  it('counts an event without optional fields', () => {
    const { tracked, track } = setUp()
    track(ID)
    const visit = { site: 'direct', device: 'vr', country: 'FR', surface: null, platform: null, term: '' }
    assert.deepEqual(tracked, [[5, 'view', visit]])
  })

  it('waits before counting while writing is behind', async () => {
    const { tracked, track, writer } = setUp()
    writer.isBehind = true
    const answer = track(ID)
    assert.deepEqual([tracked.length, writer.acknowledged], [0, 0])
    writer.caughtUp.resolve(true)
    assert.deepEqual(await answer, { kind: 'json', value: { ok: true } })
    assert.deepEqual([tracked.length, writer.acknowledged], [1, 1])
  })

  it('neither counts nor acknowledges when writing fails', async () => {
    const { tracked, track, writer } = setUp()
    writer.isBehind = true
    writer.caughtUp.resolve(false)
    const answer = await track(ID)
    assert.deepEqual(answer.kind === 'failure' && [answer.code, answer.headers], [
      'unavailable',
      { 'Retry-After': '5' },
    ])
    assert.deepEqual([tracked.length, writer.acknowledged], [0, 0])
  })

  it('does not count a bot, and says so', async () => {
    const { tracked, track } = setUp()
    const answer = await track(ID, {}, { 'user-agent': 'bot' })
    assert.deepEqual(answer, { kind: 'json', value: { ok: true, counted: false } })
    assert.deepEqual(tracked, [])
  })

  it('does not count a client beyond its hourly bound, and says so', async () => {
    const { tracked, track } = setUp()
    assert.deepEqual(await track(ID, {}, {}, 'often'), { kind: 'json', value: { ok: true, counted: false } })
    assert.deepEqual(tracked, [])
  })

  it('is 404 for an avatar that is not listed, for bots too', async () => {
    const { tracked, track } = setUp()
    for (const id of [UNLISTED, 'avtr_00000000-0000-4000-8000-000000000003', 'fox', '']) {
      const answer = await track(id, {}, { 'user-agent': 'bot' })
      assert.deepEqual(answer, failure('avatar_not_found'))
    }
    assert.deepEqual(tracked, [])
  })

  it('prefers `referrer` in the body to the header, which names our own page', () => {
    const { tracked, track } = setUp()
    const headers = { referer: 'https://avatars.example/avatar/1' }
    track(ID, { referrer: 'https://discord.com/channels' }, headers)
    track(ID, { referrer: '' }, { referer: 'https://booth.pm/' })
    track(ID, {}, headers)
    assert.deepEqual(
      tracked.map(([, , { site }]) => site),
      ['discord.com', 'direct', 'direct'],
    )
  })

  it('reads the country header only when it is configured', () => {
    const headers = { 'cf-ipcountry': 'JP' }
    const countryBy = (countryHeader: string | null, sent: Record<string, string>) => {
      const { tracked, track } = setUp(countryHeader)
      track(ID, {}, sent)
      return tracked[0]![2].country
    }
    assert.equal(countryBy(null, headers), 'FR')
    assert.equal(countryBy('cf-ipcountry', headers), 'JP')
    assert.equal(countryBy('cf-ipcountry', {}), 'FR')
    assert.equal(countryBy('cf-ipcountry', { 'cf-ipcountry': 'T1' }), null)
  })
})
