import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { IndexStats } from '@avatary/contract/catalog'
import type { BundleSection } from '@avatary/contract/world'
import { FakeView } from '../../../tests/support/fake-view.ts'
import { ManualClock } from '../../../tests/support/manual-clock.ts'
import { type Answer, PreparedAnswer, prepared, type RequestContext } from '../../kernel/answer.ts'
import { BufferPool } from '../../kernel/buffer-pool.ts'
import { worldHandlers } from './handlers.ts'
import type { Roster, RosterRows, Supporter, WorldGroup } from './ports.ts'

const FETCHED = Date.UTC(2026, 10, 21, 11, 59, 0, 777)
const CONTEXT = { rawQuery: '', method: 'GET', headers: {} } as RequestContext

function group(n: number): WorldGroup {
  return { id: `grp_${n}`, name: `Group ${n}`, description: '', imageUrl: '', url: '' }
}

/** A list of another service, fetched a minute ago; null before it is fetched for the first time. */
function rosterOf<Row>(rows: readonly Row[]): Roster<Row> & { fetch(): void } {
  let latest: RosterRows<Row> | null = null
  return {
    get latestRows() {
      return latest
    },
    get: async () => latest,
    fetch: () => {
      latest = { rows, atMs: FETCHED, freshUntilMs: FETCHED }
    },
  }
}

function setUp({ supporters = null }: { supporters?: Roster<Supporter> | null } = {}) {
  const clock = new ManualClock()
  const facts = { version: 1, staff: ['Ann'], terms: async () => ['fox', 'cat'] }
  const view = new FakeView(100)
  const bufferPool = new BufferPool()
  const visits: string[] = []
  const isCounted = ({ method, headers }: Pick<RequestContext, 'method' | 'headers'>) =>
    method !== 'HEAD' && headers['user-agent'] !== 'bot'
  const promoted = Array.from({ length: 60 }, (_, n) => 99 - n)
  const handlers = worldHandlers({
    view,
    clock,
    search: { answer: async () => prepared({ body: Buffer.from('{}') }) },
    bulkListing: { page: () => prepared({ body: Buffer.from('{}') }) },
    rising: { slots: async () => [5, 3, 4] },
    random: { pick: limit => [7, 8, 9].slice(0, limit) },
    terms: { top: async limit => (await facts.terms()).slice(0, limit) },
    visits: {
      countView: (slot, client) => isCounted(client) && visits.push(`view ${slot}`) > 0,
      countWear: (slot, client) => isCounted(client) && visits.push(`wear ${slot}`) > 0,
    },
    stats: () => ({ listed: 1 }) as IndexStats,
    placements: {
      avatars: () => promoted,
      vrchatGroups: () => Array.from({ length: 60 }, (_, n) => group(n)),
    },
    staff: () => facts.staff,
    promotionsVersion: () => facts.version,
    leaderboard: null,
    supporters,
    bufferPool,
  })
  const idsOf = (answer: Answer) => bodyOf(answer).avatars.map(({ id }: { id: string }) => id)
  const input = <Query>(query: Query) => ({ query, params: undefined, body: undefined, context: CONTEXT })
  const bundle = async (include: BundleSection[], limit = 24) =>
    bodyOf(await handlers.worldBundle(input({ include, limit }))).sections
  return { view, clock, handlers, facts, visits, idsOf, input, bundle, bufferPool }
}

function bodyOf(answer: Answer) {
  if (answer.kind === 'json') return answer.value
  assert.ok(answer instanceof PreparedAnswer)
  return JSON.parse(answer.bytes().toString())
}

describe('lists for worlds', () => {
  it('name their avatars for impressions, even when the answer is shared', async () => {
    const { handlers, input } = setUp()
    const answers: Answer[] = [
      await handlers.worldTrending(input({ limit: 2 })),
      await handlers.worldTrending(input({ limit: 2 })),
      await handlers.worldPromoted(input({ limit: 1 })),
      await handlers.worldRandom(input({ limit: 1 })),
      await handlers.worldAvatars(input({ ids: [`avtr_00000000-0000-4000-8000-000000000000`] })),
      await handlers.worldBundle(input({ include: ['trending', 'random'], limit: 2 })),
    ]
    assert.deepEqual(
      answers.map(answer => answer.kind === 'prepared' && answer.options.slots),
      [[5, 3], [5, 3], [99], [7], [], [5, 3, 7, 8]],
    )
  })

  for (const [who, client] of [
    ['who asks with HEAD', { method: 'HEAD' }],
    ['a bot', { headers: { 'user-agent': 'bot' } }],
  ] as const) {
    it(`count no visit for ${who}, and report for visits whether they count`, async () => {
      const { handlers, view, visits, input } = setUp()
      view.slotOf = () => 7
      const asked = <Query>(query: Query) => ({ ...input(query), context: { ...CONTEXT, ...client } })
      const params = { id: 'avtr_00000000-0000-4000-8000-000000000007' }
      const answers = [
        await handlers.worldAvatar({ ...asked(undefined), params }),
        await handlers.worldWear({ ...asked(undefined), params }),
      ]
      assert.deepEqual(visits, [])
      answers.push(await handlers.worldAvatar({ ...input(undefined), params }))
      answers.push(await handlers.worldWear({ ...input(undefined), params }))
      assert.deepEqual(visits, ['view 7', 'wear 7'])
      assert.deepEqual(
        answers.map(answer => bodyOf(answer).counted),
        [false, false, true, true],
      )
    })
  }

  it('are written into a buffer of the shared pool', async () => {
    const { handlers, input, bufferPool } = setUp()
    await handlers.worldRandom(input({ limit: 1 }))
    assert.ok(bufferPool.take(1).length > 1)
  })

  it('show placements in order, without hidden avatars', async () => {
    const { handlers, view, idsOf, input } = setUp()
    view.hide(98)
    const answer = await handlers.worldPromoted(input({ limit: 2 }))
    assert.deepEqual(idsOf(answer), ['avtr_99', 'avtr_97'])
    const groups = bodyOf(await handlers.worldPromotedGroups(input({ limit: 2 })))
    assert.deepEqual(groups.groups, [group(0), group(1)])
  })

  it('have the number of their items as `total` when there is no second page', async () => {
    const { handlers, input } = setUp()
    for (const limit of [1, 2, 40]) {
      for (const name of ['worldTrending', 'worldPromoted', 'worldPromotedGroups', 'worldRandom'] as const) {
        const { total, count, nextOffset } = bodyOf(await handlers[name](input({ limit })))
        assert.deepEqual([total, nextOffset], [count, null], `${name} ${limit}`)
      }
    }
  })
})

describe('the bundle', () => {
  it('gives each list the requested number of rows, at most that of its own endpoint', async () => {
    const sections = await setUp().bundle(['promoted', 'promotedGroups', 'searches', 'admins', 'stats'], 500)
    assert.deepEqual(Object.keys(sections), ['stats', 'promoted', 'promotedGroups', 'searches', 'admins'])
    assert.deepEqual([sections.promoted.limit, sections.promoted.count], [50, 50])
    assert.deepEqual([sections.promotedGroups.limit, sections.promotedGroups.count], [50, 50])
    assert.deepEqual([sections.searches.terms, sections.admins.admins], [['fox', 'cat'], ['Ann']])
    const { trending, searches } = await setUp().bundle(['trending', 'searches'], 1)
    assert.deepEqual([trending.count, trending.total, searches.terms], [1, 1, ['fox']])
  })

  it('has a repeated section once, and empty rows without a service', async () => {
    const { bundle } = setUp()
    const sections = await bundle(['tags', 'stats', 'tags', 'leaderboard'])
    assert.deepEqual(Object.keys(sections), ['stats', 'tags', 'leaderboard'])
    assert.deepEqual(sections.leaderboard, { ok: true, now: '2026-11-21T12:00:00.000Z', rows: [] })
  })

  it('shows changes by operators within the same second', async () => {
    const { bundle, facts } = setUp()
    assert.deepEqual((await bundle(['admins'])).admins.admins, ['Ann'])
    facts.staff = ['Bob']
    facts.version++
    assert.deepEqual((await bundle(['admins'])).admins.admins, ['Bob'])
  })
})

describe('an answer with a section', () => {
  it('is the same object for equal requests within a second', async () => {
    const { handlers, input, clock } = setUp()
    const first = await handlers.worldSearches(input({ limit: 1 }))
    clock.advance(999)
    assert.equal(await handlers.worldSearches(input({ limit: 1 })), first)
    assert.notEqual(await handlers.worldSearches(input({ limit: 2 })), first)
    clock.advance(1)
    assert.notEqual(await handlers.worldSearches(input({ limit: 1 })), first)
  })

  it('is made again when the catalog changes, even while it is being made', async () => {
    const { handlers, input, view, facts } = setUp()
    const ask = () => handlers.worldSearches(input({ limit: 5 }))
    const first = await ask()
    view.add()
    assert.notEqual(await ask(), first)
    const { terms } = facts
    facts.terms = async () => {
      view.add()
      return ['before']
    }
    view.add()
    assert.deepEqual(bodyOf(await ask()).terms, ['before'])
    facts.terms = terms
    assert.deepEqual(bodyOf(await ask()).terms, ['fox', 'cat'])
  })

  it('is not cached after a failure, and at most a hundred are cached', async () => {
    const { handlers, input, facts } = setUp()
    const ask = (limit: number) => handlers.worldSearches(input({ limit }))
    const { terms } = facts
    facts.terms = () => Promise.reject(new Error('down'))
    await assert.rejects(ask(1))
    facts.terms = terms
    const first = await ask(1)
    for (let limit = 2; limit <= 101; limit++) await ask(limit)
    const last = await ask(101)
    assert.notEqual(await ask(1), first)
    assert.equal(await ask(101), last)
  })
})

describe('lists of other services', () => {
  const rows = ['Ann', 'Bob', 'Cat'].map(name => ({ name, tier: 'Gold' }))

  it('are 503 without a service or before its first answer', async () => {
    const { handlers, input } = setUp({ supporters: rosterOf(rows) })
    const codes = [
      await handlers.worldLeaderboard(input({ limit: 5 })),
      await handlers.worldSupporters(input({ limit: 5 })),
    ].map(answer => answer.kind === 'failure' && answer.code)
    assert.deepEqual(codes, ['upstream_not_configured', 'upstream_unavailable'])
  })

  it('have the time of their fetch as `now`, by themselves and in a bundle', async () => {
    const supporters = rosterOf(rows)
    const { handlers, input, bundle } = setUp({ supporters })
    assert.deepEqual((await bundle(['supporters'])).supporters.rows, [])
    supporters.fetch()
    const now = '2026-11-21T11:59:00.000Z'
    const alone = bodyOf(await handlers.worldSupporters(input({ limit: 2 })))
    assert.deepEqual(alone, { ok: true, now, rows: rows.slice(0, 2) })
    assert.deepEqual((await bundle(['supporters'], 2)).supporters, alone)
  })
})
