import type { Transaction } from 'kysely'
import type { AvatarId } from '../../kernel/avatar-id.ts'
import type { BulkStatement, Database, SqlAccess } from '../../kernel/database.ts'
import { type LookupTable, PRIORITY } from '../verification/tables.sql.ts'
import { toOutcome } from './outcome.ts'
import { type Judgement, judgeSubmission, type Progress } from './rules.ts'
import { readStandings } from './standings.sql.ts'
import type { SubmissionStore } from './store.ts'
import { ticketItems } from './ticket.ts'
import { keepTicket, type TicketTables } from './tickets.sql.ts'

type Tx = Transaction<TicketTables>
type QueuedRow = Omit<LookupTable, 'grant_id' | 'lease_until_ms'>

/** Rows deleted in one transaction. */
const FORGET_STEP = 1000

export function createSubmissionStore({ db }: { db: Database }): SubmissionStore {
  return new SqlSubmissionStore(db.tables<TicketTables>())
}

class SqlSubmissionStore implements SubmissionStore {
  readonly #sql: SqlAccess<TicketTables>
  readonly #queue: BulkStatement<TicketTables, QueuedRow, never>

  constructor(sql: SqlAccess<TicketTables>) {
    this.#sql = sql
    this.#queue = sql.bulk<QueuedRow>(
      ['avatar_id', 'priority', 'place', 'queued_at_ms', 'tries', 'due_at_ms'],
      (tx, rows) =>
        tx
          .insertInto('lookups')
          .values(rows)
          .onConflict(oc =>
            oc.column('avatar_id').doUpdateSet(({ ref }) => ({
              priority: ref('excluded.priority'),
              place: ref('excluded.place'),
              queued_at_ms: ref('excluded.queued_at_ms'),
              tries: ref('excluded.tries'),
              due_at_ms: ref('excluded.due_at_ms'),
            })),
          ),
    )
  }

  async submit(items: readonly (AvatarId | null)[], capacity: number, nowMs: number, ticket?: string) {
    return await this.#sql.transact(async tx => {
      await this.#sql.dialect.lock(tx, 'lookups')
      const ids = [...new Set(items.filter(id => id !== null))]
      const standings = await readStandings(tx, this.#sql.dialect, ids)
      const { waiting, last } = await this.#room(tx)
      const judgements = judgeSubmission(items, standings, { waiting, capacity })
      const queued = judgements.filter(isQueued)
      const rows = queued.map(({ id }, i) => ({
        avatar_id: id,
        priority: PRIORITY.submission,
        place: last + 1 + i,
        queued_at_ms: nowMs,
        tries: 0,
        due_at_ms: nowMs,
      }))
      await this.#queue.run(tx, rows)
      if (ticket !== undefined) await keepTicket(tx, ticket, ticketItems(items, judgements), nowMs)
      return { judgements, waiting: waiting + queued.length }
    })
  }

  async progressOf(id: AvatarId): Promise<Progress> {
    const { reader } = this.#sql
    const avatar = await reader
      .selectFrom('avatars')
      .select(['is_active', 'is_blocked', 'author_id'])
      .where('id', '=', id)
      .executeTakeFirst()
    const block = await reader
      .selectFrom('blocks')
      .select('subject')
      .where(eb => this.#sql.dialect.isIn(eb.ref('subject'), [id, avatar?.author_id ?? id]))
      .executeTakeFirst()
    const outcome = await reader
      .selectFrom('submissions')
      .select(['state', 'reason'])
      .where('avatar_id', '=', id)
      .executeTakeFirst()
    return {
      isBlocked: avatar?.is_blocked === 1 || block !== undefined,
      ...(await this.#placeOf(id)),
      isActive: avatar === undefined ? null : avatar.is_active === 1,
      outcome: outcome === undefined ? null : toOutcome(outcome),
    }
  }

  async countWaiting(): Promise<number> {
    const { waiting } = await this.#sql.reader
      .selectFrom('lookups')
      .select(({ fn }) => fn.countAll<number>().as('waiting'))
      .where('priority', '=', PRIORITY.submission)
      .executeTakeFirstOrThrow()
    return waiting
  }

  async forgetDecidedBefore(ms: number): Promise<number> {
    let forgotten = 0
    for (;;) {
      const step = await this.#forgetStep(ms)
      forgotten += step
      if (step < FORGET_STEP) return forgotten
    }
  }

  async #forgetStep(ms: number): Promise<number> {
    const deleted = await this.#sql.transact(tx =>
      tx
        .deleteFrom('submissions')
        .where('avatar_id', 'in', old =>
          old
            .selectFrom('submissions')
            .select('avatar_id')
            .where('decided_at_ms', '<', ms)
            .limit(FORGET_STEP),
        )
        .returning('avatar_id')
        .execute(),
    )
    return deleted.length
  }

  async #placeOf(id: AvatarId): Promise<{ position: number | null; dueAtMs: number }> {
    const { position, due } = await this.#sql.reader
      .selectFrom('lookups as mine')
      .innerJoin('lookups as before', 'before.priority', 'mine.priority')
      .select(({ fn }) => [
        fn.countAll<number>().as('position'),
        fn.max<number | null>('mine.due_at_ms').as('due'),
      ])
      .where('mine.avatar_id', '=', id)
      .where('mine.priority', '=', PRIORITY.submission)
      .whereRef('before.place', '<=', 'mine.place')
      .executeTakeFirstOrThrow()
    return { position: position === 0 ? null : position, dueAtMs: due ?? 0 }
  }

  async #room(tx: Tx): Promise<{ waiting: number; last: number }> {
    const { waiting, last } = await tx
      .selectFrom('lookups')
      .select(({ fn }) => [fn.countAll<number>().as('waiting'), fn.max<number | null>('place').as('last')])
      .where('priority', '=', PRIORITY.submission)
      .executeTakeFirstOrThrow()
    return { waiting, last: last ?? 0 }
  }
}

function isQueued(judgement: Judgement): judgement is Extract<Judgement, { status: 'queued' }> {
  return judgement.status === 'queued'
}
