import { Store } from '../../kernel/store.ts'
import { HOUR_MS } from '../../kernel/time.ts'

/** The table of `server/migrations/0011-promotions.ts`. */
interface RosterTables {
  kept_answers: {
    name: string
    variant: string
    not_before_ms: number
    fetched_at_ms: number | null
    value: string | null
  }
}

/** Longer than any lease or pause; a time further ahead comes from a wrong clock and is ignored. */
const MAX_LEASE_MS = 2 * HOUR_MS

export interface StoredAnswer<Value> {
  value: Value
  atMs: number
}

/** One answer is stored per name, for the last used variant. */
export interface AnswerKey {
  name: string
  /** The settings that determine the answer; an answer for another variant is discarded. */
  variant: string
}

export interface Lease {
  /** True for the one process that may fetch now; it must end its lease with `save` or `postpone`. */
  isOurs: boolean
  /** Before this time no process may fetch, except the one that has the lease. */
  notBeforeMs: number
  answer: StoredAnswer<string> | null
}

/** Keeps the last good answers of other services, also across restarts, and lets one process at a time fetch. */
export class StoredAnswerStore extends Store<RosterTables> {
  async read({ name, variant }: AnswerKey): Promise<StoredAnswer<string> | null> {
    const row = await this.sql.reader
      .selectFrom('kept_answers')
      .selectAll()
      .where('name', '=', name)
      .where('variant', '=', variant)
      .executeTakeFirst()
    return row === undefined ? null : answerIn(row)
  }

  /** Leases the right to fetch until `untilMs`, unless another process has it or it is too early. */
  async lease({ name, variant }: AnswerKey, nowMs: number, untilMs: number): Promise<Lease> {
    return await this.sql.transact(async tx => {
      const blankRow = { name, variant: '', not_before_ms: 0, fetched_at_ms: null, value: null }
      await tx
        .insertInto('kept_answers')
        .values(blankRow)
        .onConflict(oc => oc.column('name').doNothing())
        .execute()
      const row = await tx
        .selectFrom('kept_answers')
        .selectAll()
        .where('name', '=', name)
        .forNoKeyUpdate()
        .executeTakeFirstOrThrow()
      const isSameVariant = row.variant === variant
      const answer = isSameVariant ? answerIn(row) : null
      const answerColumns = isSameVariant ? {} : { fetched_at_ms: null, value: null }
      const isTooEarly = row.not_before_ms > nowMs && row.not_before_ms - nowMs <= MAX_LEASE_MS
      if (isSameVariant && isTooEarly) return { isOurs: false, notBeforeMs: row.not_before_ms, answer }
      await tx
        .updateTable('kept_answers')
        .set({ variant, not_before_ms: untilMs, ...answerColumns })
        .where('name', '=', name)
        .execute()
      return { isOurs: true, notBeforeMs: untilMs, answer }
    })
  }

  /** Stores a good answer and ends the lease. */
  async save(key: AnswerKey, { value, atMs }: StoredAnswer<string>, notBeforeMs: number): Promise<void> {
    await this.#end(key, { value, fetched_at_ms: atMs, not_before_ms: notBeforeMs })
  }

  /** Ends the lease without a new answer; the stored one stays. */
  async postpone(key: AnswerKey, notBeforeMs: number): Promise<void> {
    await this.#end(key, { not_before_ms: notBeforeMs })
  }

  async #end({ name, variant }: AnswerKey, columns: Partial<RosterTables['kept_answers']>): Promise<void> {
    await this.execute(tx =>
      tx.updateTable('kept_answers').set(columns).where('name', '=', name).where('variant', '=', variant),
    )
  }
}

function answerIn({ value, fetched_at_ms: atMs }: RosterTables['kept_answers']): StoredAnswer<string> | null {
  return value === null || atMs === null ? null : { value, atMs }
}
