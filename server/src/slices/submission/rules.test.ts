import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import type { AvatarId } from '../../kernel/avatar-id.ts'
import { type Judgement, judgeSubmission, type KnownAvatar, type Progress, stateOf } from './rules.ts'

const A = 'avtr_00000000-0000-4000-8000-00000000000a' as AvatarId
const B = 'avtr_00000000-0000-4000-8000-00000000000b' as AvatarId
const UNKNOWN: KnownAvatar = { isBlocked: false, isActive: false, isWithdrawn: false, isQueued: false }

/** Judges one item while 3 of 10 places in the queue are taken. */
function judge(item: AvatarId | null, known: Partial<KnownAvatar> = {}, waitingCount = 3): Judgement {
  const knownAvatars = new Map([[A, { ...UNKNOWN, ...known }]])
  const [judgement] = judgeSubmission([item], knownAvatars, { waitingCount, capacity: 10 })
  return judgement!
}

const rejected = (code: string) => ({ status: 'rejected', code })

describe('the state table of submitted avatars', () => {
  it('(not in index), valid id, not blocked, not already indexed or queued, queue not full → queued', () => {
    assert.deepEqual(judge(A), { status: 'queued', id: A, position: 4 })
  })

  it('(any), id invalid → rejected', () => {
    assert.deepEqual(judge(null), rejected('invalid_id'))
    assert.deepEqual(judge(null, {}, 10), rejected('invalid_id'))
  })

  it('(any), avatar blocked → rejected', () => {
    for (const isActive of [true, false])
      for (const isQueued of [true, false])
        assert.deepEqual(judge(A, { isBlocked: true, isActive, isQueued }, 10), rejected('blocked'))
  })

  it('indexed or queued, duplicate → unchanged', () => {
    assert.deepEqual(judge(A, { isActive: true }), rejected('already_indexed'))
    assert.deepEqual(judge(A, { isActive: true }, 10), rejected('already_indexed'))
    assert.deepEqual(judge(A, { isQueued: true }), rejected('already_queued'))
    assert.deepEqual(judge(A, { isQueued: true }, 10), rejected('already_queued'))
  })

  it('indexed but not listed, by its creator → rejected by a code of its own', () => {
    assert.deepEqual(judge(A, { isActive: true, isWithdrawn: true }), rejected('not_listed'))
    assert.deepEqual(judge(A, { isActive: true, isWithdrawn: true, isBlocked: true }), rejected('blocked'))
    assert.deepEqual(judge(A, { isWithdrawn: true, isQueued: true }), rejected('already_queued'))
    assert.equal(judge(A, { isWithdrawn: true }).status, 'queued', 'no longer active')
  })

  it('(any), queue holds its capacity → rejected', () => {
    assert.deepEqual(judge(A, {}, 9), { status: 'queued', id: A, position: 10 })
    assert.deepEqual(judge(A, {}, 10), rejected('queue_full'))
    assert.deepEqual(judge(A, {}, 11), rejected('queue_full'))
  })

  it('indexed but no longer active → queued again', () => {
    assert.equal(judge(A, { isActive: false }).status, 'queued')
  })
})

describe('a batch', () => {
  const room = { waitingCount: 0, capacity: 2 }

  it('finds in the queue the avatars of earlier items', () => {
    assert.deepEqual(judgeSubmission([A, A, B], new Map(), room), [
      { status: 'queued', id: A, position: 1 },
      rejected('already_queued'),
      { status: 'queued', id: B, position: 2 },
    ])
  })

  it('is queued as long as there is room', () => {
    assert.deepEqual(judgeSubmission([A, B], new Map(), { waitingCount: 1, capacity: 2 }), [
      { status: 'queued', id: A, position: 2 },
      rejected('queue_full'),
    ])
  })

  it('never overfills the queue, queues an id twice or gives a position twice, for any items', () => {
    const id = fc.constantFrom(...Array.from({ length: 12 }, (_, i) => `avtr_${i}` as AvatarId))
    const flags = { isBlocked: fc.boolean(), isActive: fc.boolean(), isWithdrawn: fc.boolean() }
    const avatar = fc.record({ ...flags, isQueued: fc.boolean() })
    const known = fc.array(fc.tuple(id, avatar)).map(entries => new Map<string, KnownAvatar>(entries))
    const sizes = fc.record({ waitingCount: fc.nat(12), capacity: fc.nat(12) })
    const check = (
      items: (AvatarId | null)[],
      knownAvatars: Map<string, KnownAvatar>,
      sized: typeof room,
    ) => {
      const judgements = judgeSubmission(items, knownAvatars, sized)
      const queued = judgements.filter(judgement => judgement.status === 'queued')
      assert.equal(judgements.length, items.length)
      assert.equal(new Set(queued.map(item => item.id)).size, queued.length)
      assert.deepEqual(
        queued.map(item => item.position),
        queued.map((_, i) => sized.waitingCount + 1 + i),
      )
      assert.ok(queued.length <= Math.max(0, sized.capacity - sized.waitingCount))
    }
    fc.assert(fc.property(fc.array(fc.option(id)), known, sizes, check))
  })
})

describe('the state of a submission', () => {
  const nothing: Progress = {
    isBlocked: false,
    isWithdrawn: false,
    position: null,
    dueAtMs: 0,
    isActive: null,
    decision: null,
  }
  const rejection = { state: 'rejected', reason: 'not_found' } as const
  const CASES: [what: string, progress: Partial<Progress>, state: ReturnType<typeof stateOf>][] = [
    ['nothing is known of what nobody submitted', {}, null],
    ['it waits', { position: 7 }, { state: 'queued', position: 7, reason: null }],
    [
      'it waits again after it was rejected once',
      { position: 1, decision: rejection, isActive: false },
      { state: 'queued', position: 1, reason: null },
    ],
    ['it is indexed', { isActive: true }, { state: 'indexed', position: null, reason: null }],
    [
      'it is indexed and in no list',
      { isActive: true, isWithdrawn: true },
      { state: 'indexed', position: null, reason: 'not_listed' },
    ],
    [
      'it is indexed, whatever was decided before',
      { isActive: true, decision: rejection },
      { state: 'indexed', position: null, reason: null },
    ],
    [
      'verification rejected it',
      { decision: rejection },
      { state: 'rejected', position: null, reason: 'not_found' },
    ],
    [
      'it was indexed and is not public any more',
      { isActive: false, decision: { state: 'indexed' } },
      { state: 'rejected', position: null, reason: 'not_public' },
    ],
    [
      'it is blocked, whatever else it is',
      { isBlocked: true, position: 2, isActive: true, decision: { state: 'indexed' } },
      { state: 'rejected', position: null, reason: 'blocked' },
    ],
    ['it was indexed by another catalog, once', { decision: { state: 'indexed' } }, null],
  ]
  for (const [what, progress, state] of CASES) {
    it(what, () => assert.deepEqual(stateOf({ ...nothing, ...progress }), state))
  }
})
