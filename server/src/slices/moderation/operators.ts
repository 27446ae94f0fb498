import { json } from '../../kernel/answer.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { Person } from '../../kernel/person.ts'
import type { Act, Page, PageRange } from './store.ts'

/** An act of an operator now; who holds the admin token is not known closer. */
export function actOf(person: Person | null, clock: Clock): Act {
  return { actor: person === null ? 'admin token' : `user ${person.id}`, nowMs: clock.now() }
}

/** A page of a list for operators (contract, `listEnvelope`). */
export function pageAnswer<Item>(
  key: string,
  clock: Clock,
  { limit, offset }: PageRange,
  { total, items }: Page<Item>,
  show: (item: Item) => object,
) {
  const end = offset + items.length
  return json({
    ok: true,
    now: new Date(clock.now()).toISOString(),
    total,
    count: items.length,
    limit,
    offset,
    nextOffset: items.length > 0 && end < total ? end : null,
    [key]: items.map(show),
  })
}
