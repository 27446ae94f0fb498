import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { AvatarId } from '../../kernel/avatar-id.ts'
import type { Judgement } from './rules.ts'
import {
  countEnqueued,
  type KnownTicketAvatar,
  packTicket,
  ticketAvatar,
  ticketItems,
  unpackTicket,
} from './ticket.ts'

const id = (n: number) => `avtr_5eed0000-0000-4000-8000-${String(n).padStart(12, '0')}` as AvatarId
const queued = (n: number): Judgement => ({ status: 'queued', id: id(n), position: n })
const rejected = (code: 'already_queued' | 'queue_full' | 'invalid_id'): Judgement => ({
  status: 'rejected',
  code,
})

describe('a ticket', () => {
  const items = ticketItems(
    [id(1), null, id(2), id(1), id(3), null],
    [
      queued(1),
      rejected('invalid_id'),
      queued(2),
      rejected('already_queued'),
      rejected('queue_full'),
      rejected('invalid_id'),
    ],
  )

  it('has each avatar once, with its first judgement, and the number of invalid items', () => {
    assert.deepEqual(
      [...items.avatars],
      [
        [id(1), 'queued'],
        [id(2), 'queued'],
        [id(3), 'queue_full'],
      ],
    )
    assert.equal(items.invalidCount, 2)
    assert.equal(countEnqueued(items), 2)
  })

  it('is the same after packing and unpacking, and takes some 40 bytes per avatar', () => {
    const packed = packTicket(items)
    assert.deepEqual(unpackTicket(packed), items)
    assert.ok(packed.length < 60 + 3 * 40, packed)
    assert.deepEqual(unpackTicket('{}'), { avatars: new Map(), invalidCount: 0 })
  })
})

describe('an avatar of a ticket', () => {
  const nothing: KnownTicketAvatar = {
    isBlocked: false,
    isActive: null,
    isWithdrawn: false,
    isQueued: false,
    decision: null,
  }

  it('has its current state', () => {
    const cases: [known: KnownTicketAvatar | undefined, state: string, reason: string | null][] = [
      [{ ...nothing, isQueued: true }, 'queued', null],
      [{ ...nothing, isActive: true }, 'indexed', null],
      [{ ...nothing, isActive: true, isWithdrawn: true }, 'indexed', 'not_listed'],
      [{ ...nothing, isActive: true, isBlocked: true }, 'rejected', 'blocked'],
      [{ ...nothing, isActive: false }, 'rejected', 'not_public'],
      [{ ...nothing, decision: { state: 'rejected', reason: 'not_found' } }, 'rejected', 'not_found'],
      [nothing, 'rejected', 'not_found'],
      [undefined, 'rejected', 'not_found'],
    ]
    for (const [known, state, reason] of cases)
      assert.deepEqual(ticketAvatar(id(1), 'queued', known), { id: id(1), state, reason })
  })

  it('is rejected because the queue was full, until it is in the index', () => {
    const full = { id: id(1), state: 'rejected', reason: 'queue_full' }
    assert.deepEqual(ticketAvatar(id(1), 'queue_full', nothing), full)
    assert.equal(ticketAvatar(id(1), 'queue_full', { ...nothing, isActive: true }).state, 'indexed')
  })
})
