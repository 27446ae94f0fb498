import type { Transaction } from 'kysely'
import { Store } from '../../kernel/store.ts'
import type { LookupTable, LookupTables, Priority } from './tables.sql.ts'

type Tx = Transaction<LookupTables>
type QueuedRow = Omit<LookupTable, 'lease_id' | 'lease_until_ms'>

/** The queue of lookups. Its commands run inside the caller's transaction, which must hold the lock `lookups`. */
export class LookupQueue extends Store<LookupTables> {
  readonly #upsertRows = this.sql.upsert<QueuedRow>('lookups', {
    key: ['avatar_id'],
    replace: ['priority', 'place', 'queued_at_ms', 'attempts', 'due_at_ms'],
  })

  /** Puts avatars at the end of a priority, including those that wait with another one. */
  async add(
    tx: Tx,
    ids: readonly string[],
    { priority, lastPlace }: { priority: Priority; lastPlace: number },
    nowMs: number,
  ): Promise<void> {
    const rows = ids.map((id, i) => ({
      avatar_id: id,
      priority,
      place: lastPlace + 1 + i,
      queued_at_ms: nowMs,
      attempts: 0,
      due_at_ms: nowMs,
    }))
    await this.#upsertRows.run(tx, rows)
  }
}

/** The number of avatars that wait with a priority, and the place of the last one (0 when none waits). */
export async function queueEnd(tx: Tx, priority: Priority): Promise<{ count: number; lastPlace: number }> {
  const { count, last_place } = await tx
    .selectFrom('lookups')
    .select(({ fn }) => [fn.countAll<number>().as('count'), fn.max<number | null>('place').as('last_place')])
    .where('priority', '=', priority)
    .executeTakeFirstOrThrow()
  return { count, lastPlace: last_place ?? 0 }
}
