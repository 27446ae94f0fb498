import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { TSchema } from 'typebox'
import { idOf } from '../../../tests/store/fixtures.ts'
import { ManualClock } from '../../../tests/support/manual-clock.ts'
import type { AvatarId } from '../../kernel/avatar-id.ts'
import { HOUR_MS, MINUTE_MS } from '../../kernel/time.ts'
import type { Upstream, UpstreamAnswer, UpstreamRequest } from '../../kernel/upstream.ts'
import { ExternalLookups, type ExternalLookupsDeps } from './external-lookups.ts'
import { syncExternalIndex } from './external-sync.ts'
import type { BeginOutcome, ExternalLookupStore } from './store.sql.ts'

const WAIT = 800
const HOME = '192.0.2.1'
const row = (number: number) => ({
  id: idOf(number),
  name: `Fox ${number}`,
})
const ok = (...rows: object[]): UpstreamAnswer => ({ kind: 'ok', status: 200, value: rows })

/** A store in memory, with a budget set by a test; it records what was saved. */
class FakeStore implements Pick<ExternalLookupStore, keyof ExternalLookupStore> {
  readonly held = new Map<string, number>()
  readonly saved: string[] = []
  begins = 0
  admission: BeginOutcome | null = null
  error: Error | null = null

  async begin(question: string, _pace: unknown, nowMs: number): Promise<BeginOutcome> {
    this.begins++
    if (this.error !== null) throw this.error
    const untilMs = this.held.get(question) ?? 0
    if (nowMs < untilMs) return { kind: 'not_due', untilMs }
    this.held.set(question, nowMs + 2 * MINUTE_MS)
    return this.admission ?? { kind: 'admitted', atMs: nowMs }
  }

  async end(question: string, validUntilMs: number): Promise<void> {
    this.held.set(question, validUntilMs)
  }

  async saveFound(patches: readonly { id: string }[]): Promise<AvatarId[]> {
    const added = patches.map(({ id }) => id).filter(id => !this.saved.includes(id))
    this.saved.push(...added)
    return added as AvatarId[]
  }

  async deleteExpired(): Promise<void> {}
}

/** An index that answers at once, or when a test says so. */
class FakeIndex implements Upstream {
  readonly name = 'index'
  readonly asked: (UpstreamRequest<TSchema> & { path: string })[] = []
  answer: UpstreamAnswer | Promise<UpstreamAnswer> = ok()

  async get<Schema extends TSchema>(
    path: string,
    request: UpstreamRequest<Schema> = {},
  ): Promise<UpstreamAnswer<never>> {
    this.asked.push({ path, ...request })
    const aborted = new Promise<never>((_, reject) =>
      request.signal?.addEventListener('abort', () => reject(request.signal!.reason)),
    )
    return (await Promise.race([this.answer, aborted])) as UpstreamAnswer<never>
  }

  send(): never {
    throw new Error('nothing is ever sent')
  }
}

function setUp(deps: Partial<ExternalLookupsDeps> = {}) {
  const time = new ManualClock()
  const store = new FakeStore()
  const index = new FakeIndex()
  const recorded: string[] = []
  const queued: string[] = []
  const errors: string[] = []
  let caughtUp = 0
  const lookups = new ExternalLookups({
    store,
    index,
    indexKind: 'vrcx',
    minResults: 3,
    perMinute: 30,
    maxWaitMs: WAIT,
    catchUp: async () => void caughtUp++,
    enqueueForVerification: async ids => void queued.push(...ids),
    clock: time,
    sleep: time.sleep,
    random: () => 0.5,
    recordLookup: (outcome, found, added) => void recorded.push(`${outcome} ${found} ${added}`),
    log: { error: (_, message) => void errors.push(message) },
    ...deps,
  })
  return { time, store, index, lookups, recorded, queued, errors, caughtUp: () => caughtUp }
}

/** A promise that a test resolves. */
const pending = () => Promise.withResolvers<UpstreamAnswer>()

describe('a lookup', () => {
  it('is waited for by the first who asks, and by nobody else', async () => {
    const { lookups, index } = setUp()
    const answer = pending()
    index.answer = answer.promise
    const first = lookups.lookUp('fox', HOME)
    assert.ok(first !== null)
    for (let i = 0; i < 100; i++) assert.equal(lookups.lookUp('fox', HOME), null)
    answer.resolve(ok(row(1)))
    await first
    assert.equal(lookups.lookUp('fox', HOME), null)
    assert.equal(index.asked.length, 1)
  })

  it('ends the wait only when its finds are visible and queued for verification', async () => {
    const { lookups, index, store, recorded, queued, caughtUp } = setUp()
    index.answer = ok(row(1), row(2))
    await lookups.lookUp('fox', HOME)
    assert.deepEqual(store.saved, [row(1).id, row(2).id])
    assert.equal(caughtUp(), 1)
    assert.deepEqual(queued, [row(1).id, row(2).id])
    assert.deepEqual(recorded, ['found 2 2'])
  })

  it('is not waited for longer than allowed, but continues', async () => {
    const { lookups, index, store, time } = setUp()
    const answer = pending()
    index.answer = answer.promise
    const startedAtMs = time.now()
    const wait = lookups.lookUp('fox', HOME)
    let isOver = false
    void wait?.then(() => {
      isOver = true
    })
    await time.passUntil('the wait is over', () => isOver)
    assert.equal(time.now() - startedAtMs, WAIT)
    answer.resolve(ok(row(1)))
    await time.passUntil('it is saved', () => store.saved.length === 1)
  })

  it('is waited for by nobody if the longest wait is 0', async () => {
    const { lookups, index, store, time } = setUp({ maxWaitMs: 0 })
    index.answer = ok(row(1))
    assert.equal(lookups.lookUp('fox', HOME), null)
    await time.passUntil('it is saved', () => store.saved.length === 1)
  })

  it('is made once a day, even if it found nothing', async () => {
    const { lookups, index, time, recorded } = setUp()
    await lookups.lookUp('fox', HOME)
    time.advance(24 * HOUR_MS - 1)
    assert.equal(lookups.lookUp('fox', HOME), null)
    time.advance(1)
    await lookups.lookUp('fox', HOME)
    assert.equal(index.asked.length, 2)
    assert.deepEqual(recorded, ['empty 0 0', 'empty 0 0'])
  })

  it('is made again if the clock was far ahead the last time', async () => {
    const { lookups, index, store, time } = setUp()
    await lookups.lookUp('fox', HOME)
    time.advance(-365 * 24 * HOUR_MS)
    store.held.clear()
    await lookups.lookUp('fox', HOME)
    store.admission = { kind: 'full', untilMs: time.now() + 1000 }
    await lookups.lookUp('wolf', HOME)
    time.advance(-24 * HOUR_MS)
    store.admission = null
    await lookups.lookUp('cat', HOME)
    assert.deepEqual(
      index.asked.map(({ query }) => query?.search),
      ['fox', 'fox', 'cat'],
    )
  })

  it('that failed is retried after five minutes, or when the index allows it', async () => {
    const { lookups, index, time, recorded } = setUp()
    const FAILURES: [answer: UpstreamAnswer, afterMs: number][] = [
      [{ kind: 'limited', retryAfterMs: null }, 5 * MINUTE_MS],
      [{ kind: 'limited', retryAfterMs: 7000 }, 5 * MINUTE_MS],
      [{ kind: 'limited', retryAfterMs: HOUR_MS }, HOUR_MS],
      [{ kind: 'ok', status: 200, value: { error: 'x' } }, 5 * MINUTE_MS],
    ]
    for (const [answer, afterMs] of FAILURES) {
      const before = index.asked.length
      index.answer = answer
      await lookups.lookUp('fox', HOME)
      time.advance(afterMs - 1)
      assert.equal(lookups.lookUp('fox', HOME), null)
      time.advance(1)
      assert.equal(index.asked.length, before + 1)
    }
    assert.deepEqual(new Set(recorded), new Set(['failed 0 0']))
  })

  it('is a single request with nothing but the term', async () => {
    const { lookups, index } = setUp()
    await lookups.lookUp('red fox', HOME)
    const [{ signal: _, ...request } = {}] = index.asked
    assert.deepEqual(request, { path: '', query: { search: 'red fox', n: 50 }, maxAttempts: 1 })
  })

  it('is not made for a text that is not a term', () => {
    const { lookups, store } = setUp()
    for (const term of ['', 'a', '狐', '♡♡', 'x'.repeat(101)]) assert.equal(lookups.lookUp(term, HOME), null)
    assert.equal(store.begins, 0)
  })

  it('starts when the budget allows it', async () => {
    const { lookups, index, store, time } = setUp()
    store.admission = { kind: 'admitted', atMs: time.now() + 300 }
    const wait = lookups.lookUp('fox', HOME)
    await nextTurn()
    assert.equal(index.asked.length, 0)
    time.wakeNext()
    await nextTurn()
    assert.equal(index.asked.length, 1)
    assert.equal(time.now(), store.admission.atMs)
    await wait
  })

  it('is not made while the budget is used up, and not asked for until then', async () => {
    const { lookups, index, store, time, recorded } = setUp()
    store.admission = { kind: 'full', untilMs: time.now() + 1000 }
    await lookups.lookUp('fox', HOME)
    for (const term of ['fox', 'wolf', 'cat']) assert.equal(lookups.lookUp(term, HOME), null)
    assert.deepEqual([store.begins, index.asked.length], [1, 0])
    assert.deepEqual(recorded, ['full 0 0'])
    time.advance(1000)
    store.admission = null
    await lookups.lookUp('wolf', HOME)
    assert.equal(index.asked.length, 1)
  })

  it('leaves budget to others when one client asks for many terms', async () => {
    const { lookups, index, time } = setUp()
    for (let i = 0; i < 30; i++) await lookups.lookUp(`term ${i}`, HOME)
    assert.equal(index.asked.length, 8)
    await lookups.lookUp('fox', '192.0.2.2')
    assert.equal(index.asked.length, 9)
    time.advance(MINUTE_MS)
    await lookups.lookUp('wolf', HOME)
    assert.equal(index.asked.length, 10)
  })

  it('is one of a bounded number of concurrent lookups', async () => {
    const { lookups, index, store } = setUp()
    const answer = pending()
    index.answer = answer.promise
    const waits = Array.from({ length: 500 }, (_, i) => lookups.lookUp(`term ${i}`, `198.51.100.${i}`))
    assert.equal(store.begins, 32)
    answer.resolve(ok())
    await Promise.all(waits)
  })

  it('that the store cannot record is logged, fails no search, and is not retried at once', async () => {
    const { lookups, store, errors, time } = setUp()
    store.error = new Error('disk full')
    await lookups.lookUp('fox', HOME)
    assert.equal(errors.length, 1)
    assert.equal(lookups.lookUp('fox', HOME), null)
    time.advance(5 * MINUTE_MS)
    store.error = null
    assert.ok(lookups.lookUp('fox', HOME) !== null)
  })

  it('whose finds cannot be queued has still saved them', async () => {
    const { lookups, index, store, errors, recorded } = setUp({
      enqueueForVerification: async () => {
        throw new Error('locked')
      },
    })
    index.answer = ok(row(1))
    await lookups.lookUp('fox', HOME)
    assert.deepEqual([store.saved.length, errors.length, recorded], [1, 1, ['found 1 1']])
  })

  it('ends without a log line when the process stops', async () => {
    const { lookups, index, errors, recorded } = setUp()
    index.answer = pending().promise
    const wait = lookups.lookUp('fox', HOME)
    await nextTurn()
    assert.equal(index.asked.length, 1)
    await lookups.close()
    await wait
    assert.deepEqual([errors, recorded], [[], []])
    await lookups.lookUp('wolf', HOME)
    assert.equal(index.asked.length, 1)
  })
})

describe('following an external index', () => {
  const TERMS = ['fox', 'a', 'wolf']
  const terms = async () => TERMS

  it('asks for the newest avatars, then for popular terms, one at a time', async () => {
    const { lookups, index, time } = setUp({ indexKind: 'avtrdb' })
    const sync = () =>
      syncExternalIndex({ lookups, indexKind: 'avtrdb', popularTerms: terms, random: () => 0.5 })
    const asked = () => index.asked.map(({ path, query }) => (path.endsWith('latest') ? path : query?.query))
    await sync()
    assert.deepEqual(asked(), ['/avatar/latest'])
    await sync()
    await sync()
    await sync()
    assert.deepEqual(asked(), ['/avatar/latest', 'fox', 'wolf'])
    time.advance(10 * MINUTE_MS)
    await sync()
    assert.deepEqual(asked().slice(3), ['/avatar/latest'])
    time.advance(24 * HOUR_MS)
    for (let i = 0; i < 3; i++) await sync()
    assert.deepEqual(asked().slice(4), ['/avatar/latest', 'fox', 'wolf'])
  })

  it('asks providers, which cannot list the newest, only for popular terms, with more rows', async () => {
    const { lookups, index } = setUp()
    const sync = () =>
      syncExternalIndex({ lookups, indexKind: 'vrcx', popularTerms: terms, random: () => 0.5 })
    for (let i = 0; i < 3; i++) await sync()
    assert.deepEqual(
      index.asked.map(({ query }) => query),
      [
        { search: 'fox', n: 500 },
        { search: 'wolf', n: 500 },
      ],
    )
  })

  it('does not ask again for a term that somebody has just searched', async () => {
    const { lookups, index } = setUp()
    const sync = () =>
      syncExternalIndex({ lookups, indexKind: 'vrcx', popularTerms: terms, random: () => 0.5 })
    await lookups.lookUp('fox', HOME)
    await sync()
    assert.deepEqual(
      index.asked.map(({ query }) => query?.search),
      ['fox', 'wolf'],
    )
  })

  it('pauses when there is no budget, and leaves the rest to people', async () => {
    const { lookups, store, time, recorded } = setUp()
    const sync = () =>
      syncExternalIndex({ lookups, indexKind: 'vrcx', popularTerms: terms, random: () => 0.5 })
    store.admission = { kind: 'full', untilMs: time.now() + MINUTE_MS }
    await sync()
    assert.deepEqual([store.begins, recorded], [1, []])
    store.admission = null
    assert.ok(lookups.lookUp('cat', HOME) !== null)
  })
})
