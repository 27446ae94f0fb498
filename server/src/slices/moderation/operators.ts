import { json } from '../../kernel/answer.ts'
import type { Clock } from '../../kernel/clock.ts'
import { isoOf } from '../../kernel/days.ts'
import type { Person } from '../../kernel/person.ts'
import type { Page, PageRange } from '../../kernel/row-page.sql.ts'
import type { Act } from './store.ts'

/** A command given now; without a person it comes from the admin token. */
export function actOf(person: Person | null, clock: Clock): Act {
  return { actor: person === null ? 'admin token' : `user ${person.id}`, nowMs: clock.now() }
}

/** Answers a page of a list for operators (`listEnvelope` in the contract). */
export function pageAnswer<const Key extends string, Item, AnswerItem extends object>(
  key: Key,
  clock: Clock,
  { limit, offset }: PageRange,
  { total, items }: Page<Item>,
  toAnswer: (item: Item) => AnswerItem,
) {
  const end = offset + items.length
  const list = { [key]: items.map(toAnswer) } as { [Name in Key]: AnswerItem[] }
  return json({
    ok: true,
    now: isoOf(clock.now()),
    total,
    count: items.length,
    limit,
    offset,
    nextOffset: items.length > 0 && end < total ? end : null,
    ...list,
  })
}
