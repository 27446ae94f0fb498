import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createMembers, type SimMember } from '../../../../sim/src/membership/members.ts'
import { startMembershipSim } from '../../../../sim/src/membership/membership-sim.ts'
import { type SimAnswer, startSimServer } from '../../../../sim/src/server/sim-server.ts'
import { testUpstream } from '../../../tests/support/upstream.ts'
import { fetchLeaderboard } from './leaderboard.ts'
import { fetchMembers, type Member } from './members.ts'
import { accountDigest, supportersOf } from './supporters.ts'
import { toOneLine } from './texts.ts'

const { signal } = new AbortController()
const now = () => 0
const answering = (answer: SimAnswer) => startSimServer({ service: () => answer, now })

function member(id: string, fields: Partial<SimMember> = {}): SimMember {
  const defaults = { userId: `u${id}`, fullName: `Name ${id}`, tierIds: ['9003'], discordId: null }
  return { id, status: 'active_patron', ...defaults, ...fields }
}

describe('members of the campaign', () => {
  it('are all active members of every page', async () => {
    const members = createMembers({ count: 25, seed: 3 })
    await using sim = await startMembershipSim({ now, members, maxPageSize: 10 })
    const outcome = await fetchMembers(testUpstream(sim.url).upstream, sim, signal)
    assert.ok(outcome.kind === 'ok')
    const active = members.filter(({ status }) => status === 'active_patron')
    assert.deepEqual(
      outcome.value.map(({ id, fullName, discordId }) => [id, fullName, discordId]),
      active.map(({ id, fullName, discordId }) => [id, fullName, discordId]),
    )
    assert.equal(sim.requests.length, 3)
  })

  it('are fetched with named fields, percent-encoded brackets, a token and our user agent', async () => {
    await using sim = await startMembershipSim({ now })
    const urls: string[] = []
    const recordingFetch = (url: string, init: RequestInit) => {
      urls.push(url)
      return fetch(url, init)
    }
    await fetchMembers(testUpstream(sim.url, { fetch: recordingFetch }).upstream, sim, signal)
    assert.match(urls[0]!, /\?include=currently_entitled_tiers%2Cuser&fields%5Bmember%5D=full_name/)
    assert.doesNotMatch(urls[0]!, /[[\]]/)
    const [{ headers }] = sim.requests as [(typeof sim.requests)[0]]
    assert.equal(headers.authorization, `Bearer ${sim.accessToken}`)
    assert.match(headers['user-agent'] ?? '', /^Avatary/)
  })

  it('have the title of their most expensive tier, or none', async () => {
    const members = [
      member('1', { tierIds: ['9003', '9001'], discordId: '81' }),
      member('2', { tierIds: [] }),
      member('3', { tierIds: ['gone'] }),
    ]
    await using sim = await startMembershipSim({ now, members })
    const outcome = await fetchMembers(testUpstream(sim.url).upstream, sim, signal)
    assert.ok(outcome.kind === 'ok')
    assert.deepEqual(
      outcome.value.map(({ tier, tierCents, discordId }) => [tier, tierCents, discordId]),
      [
        ['Gold Fox', 2500, '81'],
        ['', 0, null],
        ['', 0, null],
      ],
    )
  })

  it('fail completely when one page fails', async () => {
    await using sim = await startMembershipSim({
      now,
      members: createMembers({ count: 25, seed: 3 }),
      maxPageSize: 10,
    })
    const upstream = testUpstream(sim.url, {
      fetch: async (url, init) => {
        if (url.includes('cursor')) sim.faults.add({ fault: 'server-error', times: 1 })
        return await fetch(url, init)
      },
      retry: { maxAttempts: 1 },
    }).upstream
    const outcome = await fetchMembers(upstream, sim, signal)
    assert.deepEqual(outcome, { kind: 'failed', retryAfterMs: null, isFinal: false })
  })

  it('fail when cursors repeat', async () => {
    const body = { data: [], meta: { pagination: { cursors: { next: 'same' } } } }
    await using sim = await answering({ status: 200, body })
    const outcome = await fetchMembers(
      testUpstream(sim.origin).upstream,
      { campaignId: '1', accessToken: 'x' },
      signal,
    )
    assert.equal(outcome.kind, 'failed')
    assert.equal(sim.requests.length, 2)
  })

  it('are not fetched again until the time given in the body of a refusal', async () => {
    await using sim = await startMembershipSim({ now })
    sim.throttle(9, 90)
    const { upstream, pauses } = testUpstream(sim.url)
    assert.deepEqual(await fetchMembers(upstream, sim, signal), {
      kind: 'failed',
      retryAfterMs: 90_000,
      isFinal: false,
    })
    assert.deepEqual(pauses, [])
    const wrong = { ...sim, accessToken: 'wrong' }
    const refusal = await fetchMembers(testUpstream(sim.url).upstream, wrong, signal)
    assert.ok(refusal.kind === 'failed' && refusal.isFinal)
  })
})

describe('supporters', () => {
  const of = (fullName: string, tierCents = 0, discordId: string | null = null): Member => ({
    id: fullName,
    fullName,
    tier: `Tier ${tierCents}`,
    tierCents,
    discordId,
  })

  it('are published with the part of their names that the setting allows', () => {
    const members = [of('  Ann  Marie\nSmith '), of('狐'), of('')]
    const namesBy = (names: 'full' | 'first' | 'none') =>
      supportersOf(members, names).rows.map(({ name }) => name)
    assert.deepEqual(namesBy('full'), ['Ann Marie Smith', '狐', ''])
    assert.deepEqual(namesBy('first'), ['Ann', '狐', ''])
    assert.deepEqual(namesBy('none'), ['', '', ''])
    assert.doesNotMatch(JSON.stringify(supportersOf([of('Ann Smith', 0, '81')], 'first')), /Smith|"81"/)
  })

  it('are listed by tier, most expensive first, then in the order of the platform, at most 200', () => {
    const members = [of('c', 100), of('b', 500), of('d', 100), of('a', 500)]
    const { rows } = supportersOf(members, 'full')
    assert.deepEqual(
      rows.map(({ name }) => name),
      ['b', 'a', 'c', 'd'],
    )
    const many = supportersOf(
      Array.from({ length: 300 }, (_, n) => of(`${n}`, 0, `${n}`)),
      'full',
    )
    assert.deepEqual([many.rows.length, many.accounts.length], [200, 300])
    assert.ok(many.accounts.includes(accountDigest('299')))
  })
})

describe('the leaderboard', () => {
  const rowOf = (row: object) => ({ rank: 1, username: 'fox', balance: 5, avatar: null, ...row })
  const fetchOf = async (rows: unknown) => {
    await using sim = await answering({ status: 200, body: { rows } })
    const outcome = await fetchLeaderboard(testUpstream(sim.origin).upstream, signal)
    assert.equal(sim.requests[0]!.query.get('limit'), '50')
    return outcome.kind === 'ok' ? outcome.value : outcome
  }

  it('is ordered by rank, with every key in every row', async () => {
    const rows = [rowOf({ rank: 2, avatar: undefined }), rowOf({ avatar: 'https://x.example/a.png' })]
    assert.deepEqual(await fetchOf(rows), [
      { rank: 1, username: 'fox', balance: 5, avatar: 'https://x.example/a.png' },
      { rank: 2, username: 'fox', balance: 5, avatar: '' },
    ])
    const many = await fetchOf(Array.from({ length: 80 }, (_, n) => rowOf({ rank: n + 1 })))
    assert.ok(Array.isArray(many) && many.length === 50)
  })

  it('only has numbers, names and URLs that worlds can read', async () => {
    const rows = [
      rowOf({ balance: 2 ** 60, username: 'a\u0000b\n', avatar: 'javascript:x' }),
      rowOf({ rank: 2, balance: -1.5 }),
    ]
    assert.deepEqual(await fetchOf(rows), [
      { rank: 1, username: 'a b', balance: Number.MAX_SAFE_INTEGER, avatar: '' },
      { rank: 2, username: 'fox', balance: -1.5, avatar: '' },
    ])
  })

  const MALFORMED = [rowOf({ rank: 0 }), rowOf({ balance: '5' }), rowOf({ username: null }), 7, null]

  it('skips malformed rows', async () => {
    const row = { rank: 1, username: 'fox', balance: 5, avatar: '' }
    for (const malformed of MALFORMED)
      assert.deepEqual(await fetchOf([malformed, rowOf({}), malformed]), [row])
    assert.deepEqual(await fetchOf([]), [])
  })

  it('fails when every row is malformed or rows are missing', async () => {
    const failed = { kind: 'failed', retryAfterMs: null, isFinal: false }
    assert.deepEqual(await fetchOf(MALFORMED), failed)
    for (const rows of [undefined, {}, 'rows']) assert.deepEqual(await fetchOf(rows), failed)
  })
})

describe('texts of other services', () => {
  it('are put on one line, and cut without splitting characters', () => {
    assert.equal(toOneLine(' a\u2028b\t c ', 9), 'a b c')
    assert.equal(toOneLine('😀😀😀😀', 3), '😀😀…')
    assert.equal(toOneLine('x\ud800', 9), 'x\ufffd')
  })
})
