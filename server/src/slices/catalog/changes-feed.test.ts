import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { FakeView } from '../../../tests/support/fake-view.ts'
import { ManualClock } from '../../../tests/support/manual-clock.ts'
import type { CatalogReader } from '../../avatars/store.sql.ts'
import type { Change, ChangeKind } from '../../avatars/store.ts'
import { HOUR_MS } from '../../kernel/time.ts'
import { BulkListing } from './bulk.ts'
import { changesPage } from './changes-feed.ts'

/**
 * A log of (kind, key) pairs with seqs from `firstSeq`; each was made `ages` milliseconds ago, or else long ago. Keys
 * from 10 are of avatars that the catalog does not hold.
 */
function setUp(
  log: [ChangeKind, number][],
  options: { firstSeq?: number; seen?: number; ages?: number[] } = {},
) {
  const firstSeq = options.firstSeq ?? 1
  const clock = new ManualClock()
  const now = clock.now()
  const changes: Change[] = log.map(([kind, key], i) => {
    const unknown = key < 10 ? {} : { key: 0, unknownId: `avtr_${key}` }
    return { seq: firstSeq + i, kind, key, atMs: now - (options.ages?.[i] ?? HOUR_MS), ...unknown }
  })
  const store = {
    changes: {
      bounds: async () => ({ firstSeq, lastSeq: firstSeq + log.length - 1 }),
      after: async (after: number, limit: number) => changes.filter(({ seq }) => seq > after).slice(0, limit),
    },
  } as CatalogReader
  const view = new FakeView(10)
  view.seq = options.seen ?? firstSeq + log.length - 1
  const bulk = new BulkListing({ view, clock, termsUrl: 'http://localhost/terms' })
  const ask = async (since: number | null, limit = 100) => {
    const page = await changesPage({ store, view, bulk, clock }, since, limit)
    return page.kind === 'page' ? JSON.parse(page.body.toString()) : page.kind
  }
  return { view, ask, bulk, clock }
}

describe('the changes feed', () => {
  it('returns a cursor to start from when none is given', async () => {
    const { ask } = setUp([['added', 1]])
    assert.deepEqual(await ask(null), { changes: [], next: 1, hasMore: false })
  })

  it('leaves out avatars that the catalog does not have', async () => {
    const { ask, view } = setUp([
      ['blocked', 11],
      ['added', 1],
      ['unblocked', 11],
    ])
    view.hide(0)
    const { changes, next } = await ask(0)
    assert.deepEqual([changes.map(({ seq }: Change) => seq), next], [[2], 3])
  })

  it('starts before the changes that a current page of the whole catalog may lack', async () => {
    const log: [ChangeKind, number][] = [1, 2, 3, 4].map(key => ['added', key])
    const { ask, bulk, view, clock } = setUp(log, { seen: 2 })
    bulk.page('name', 0, 10)
    view.seq = 4
    assert.equal((await ask(null)).next, 2)
    clock.advance(119_999)
    assert.equal((await ask(null)).next, 2)
    clock.advance(1)
    assert.equal((await ask(null)).next, 4)
  })

  it('starts three minutes back, because pages of other processes may be that old', async () => {
    const ages = [900_000, 200_000, 180_001, 180_000, 1]
    const log: [ChangeKind, number][] = ages.map((_, key) => ['added', key])
    assert.equal((await setUp(log, { ages }).ask(null)).next, 3)
    assert.equal((await setUp(log, { ages, firstSeq: 40 }).ask(null)).next, 42)
    assert.equal((await setUp(log, { ages: [5, 4, 3, 2, 1], firstSeq: 40 }).ask(null)).next, 39)
    assert.equal((await setUp([]).ask(null)).next, 0)
  })

  it('has each avatar once, at its last change, in its current state', async () => {
    const { ask } = setUp([
      ['added', 1],
      ['added', 2],
      ['updated', 1],
    ])
    assert.deepEqual(await ask(0), {
      changes: [
        { seq: 2, type: 'upsert', avatar: { id: 'avtr_2' } },
        { seq: 3, type: 'upsert', avatar: { id: 'avtr_1' } },
      ],
      next: 3,
      hasMore: false,
    })
  })

  it('has a tombstone for an avatar that is no longer listed', async () => {
    const { ask, view } = setUp([
      ['added', 1],
      ['blocked', 1],
    ])
    view.hide(1)
    assert.deepEqual((await ask(1)).changes, [{ seq: 2, type: 'remove', id: 'avtr_1' }])
  })

  it('skips counter changes, but moves the cursor past them', async () => {
    const { ask } = setUp([
      ['counts', 1],
      ['counts', 2],
    ])
    assert.deepEqual(await ask(0), { changes: [], next: 2, hasMore: false })
  })

  it('continues after a full page without losing a change', async () => {
    const { ask } = setUp([1, 2, 3, 1, 4].map(key => ['updated', key]))
    const seen: string[] = []
    let since = 0
    for (let page = await ask(since, 2); ; page = await ask(since, 2)) {
      seen.push(...page.changes.map((change: { avatar: { id: string } }) => change.avatar.id))
      since = page.next
      if (!page.hasMore) break
    }
    assert.deepEqual([...new Set(seen)].sort(), ['avtr_1', 'avtr_2', 'avtr_3', 'avtr_4'])
  })

  it('holds back changes that this process has not applied', async () => {
    const { ask } = setUp(
      [
        ['added', 1],
        ['added', 2],
      ],
      { seen: 1 },
    )
    assert.deepEqual(await ask(1), { changes: [], next: 1, hasMore: false })
  })

  it('accepts a cursor of another process that is ahead', async () => {
    const log: [ChangeKind, number][] = [1, 2, 3].map(key => ['added', key])
    const { ask } = setUp(log, { seen: 1 })
    assert.deepEqual(await ask(3), { changes: [], next: 3, hasMore: false })
    assert.equal(await ask(4), 'cursor_expired')
  })

  it('refuses a cursor older than the log, or beyond it, as expired', async () => {
    const { ask } = setUp([['added', 1]], { firstSeq: 50 })
    assert.equal(await ask(48), 'cursor_expired')
    assert.equal((await ask(49)).next, 50)
    assert.equal(await ask(51), 'cursor_expired')
  })
})
