import type { ReportState } from '@avatary/contract/moderation'
import type { Transaction } from 'kysely'
import type { Database, SqlAccess } from '../../kernel/database.ts'
import { addAuditEntry } from './audit.sql.ts'
import { REPORT_BOUNDS, type ReportBounds } from './report-bounds.ts'
import type { Act, NewReport, Page, PageRange, Report } from './store.ts'
import type { ModerationTables } from './tables.sql.ts'

type Tx = Transaction<ModerationTables>

/** Reports about avatars, within `ReportBounds`. */
export class ReportStore {
  readonly #sql: SqlAccess<ModerationTables>
  readonly #bounds: ReportBounds

  constructor({ db, bounds = REPORT_BOUNDS }: { db: Database; bounds?: ReportBounds }) {
    this.#sql = db.tables<ModerationTables>()
    this.#bounds = bounds
  }

  async add({ avatarId, reason, text }: NewReport, nowMs: number): Promise<{ kind: 'kept' | 'enough' }> {
    return await this.#sql.transact(async tx => {
      await this.#sql.dialect.lock(tx, 'reports')
      const { open } = await tx
        .selectFrom('reports')
        .select(({ fn }) => fn.countAll<number>().as('open'))
        .where('avatar_id', '=', avatarId)
        .where('closed_at_ms', 'is', null)
        .executeTakeFirstOrThrow()
      if (open >= this.#bounds.openOfAvatar) return { kind: 'enough' }
      await this.#deleteOneWhenFull(tx)
      const row = { avatar_id: avatarId, reason, text, at_ms: nowMs, closed_at_ms: null }
      await tx.insertInto('reports').values(row).execute()
      return { kind: 'kept' }
    })
  }

  async list(state: ReportState, { limit, offset }: PageRange): Promise<Page<Report>> {
    const { reader } = this.#sql
    const { total } = await reader
      .selectFrom('reports')
      .select(({ fn }) => fn.countAll<number>().as('total'))
      .$if(state !== 'all', query => query.where('closed_at_ms', state === 'open' ? 'is' : 'is not', null))
      .executeTakeFirstOrThrow()
    const rows = await reader
      .selectFrom('reports')
      .leftJoin('avatars', 'avatars.id', 'reports.avatar_id')
      .select(['reports.id', 'reports.avatar_id', 'reports.reason', 'reports.text', 'reports.at_ms'])
      .select(['reports.closed_at_ms', 'avatars.name', 'avatars.author_id', 'avatars.author_name'])
      .select(['avatars.is_blocked'])
      .select(eb =>
        eb
          .selectFrom('reports as same')
          .select(({ fn }) => fn.countAll<number>().as('count'))
          .whereRef('same.avatar_id', '=', 'reports.avatar_id')
          .where('same.closed_at_ms', 'is', null)
          .as('open_reports'),
      )
      .$if(state !== 'all', query =>
        query.where('reports.closed_at_ms', state === 'open' ? 'is' : 'is not', null),
      )
      .orderBy('reports.id', 'desc')
      .limit(limit)
      .offset(offset)
      .execute()
    const items = rows.map(row => ({
      id: row.id,
      avatarId: row.avatar_id,
      name: row.name,
      authorId: row.author_id ?? '',
      authorName: row.author_name ?? '',
      isBlocked: row.is_blocked === 1,
      openReports: row.open_reports ?? 0,
      reason: row.reason,
      text: row.text,
      atMs: row.at_ms,
      closedAtMs: row.closed_at_ms,
    }))
    return { total, items }
  }

  async close(id: number, act: Act): Promise<{ kind: 'closed' | 'unchanged' | 'unknown' }> {
    return await this.#sql.transact(async tx => {
      await this.#sql.dialect.lock(tx, 'reports')
      const report = await tx
        .selectFrom('reports')
        .select(['avatar_id', 'reason', 'closed_at_ms'])
        .where('id', '=', id)
        .executeTakeFirst()
      if (report === undefined) return { kind: 'unknown' }
      if (report.closed_at_ms !== null) return { kind: 'unchanged' }
      await tx.updateTable('reports').set({ closed_at_ms: act.nowMs }).where('id', '=', id).execute()
      const detail = `report ${id}, ${report.reason}`
      await addAuditEntry(tx, act, { action: 'close-report', subject: report.avatar_id, detail })
      return { kind: 'closed' }
    })
  }

  /** Closes all open reports of an avatar. @returns their number. */
  async closeOf(avatarId: string, act: Act): Promise<number> {
    return await this.#sql.transact(async tx => {
      await this.#sql.dialect.lock(tx, 'reports')
      const closed = await tx
        .updateTable('reports')
        .set({ closed_at_ms: act.nowMs })
        .where('avatar_id', '=', avatarId)
        .where('closed_at_ms', 'is', null)
        .executeTakeFirst()
      const count = Number(closed.numUpdatedRows)
      if (count === 0) return 0
      const detail = `${count} ${count === 1 ? 'report' : 'reports'}`
      await addAuditEntry(tx, act, { action: 'close-report', subject: avatarId, detail })
      return count
    })
  }

  /** Deletes a report when there are as many as allowed. */
  async #deleteOneWhenFull(tx: Tx): Promise<void> {
    const { total, oldest, oldest_closed } = await tx
      .selectFrom('reports')
      .select(({ fn }) => [
        fn.countAll<number>().as('total'),
        fn.min<number | null>('id').as('oldest'),
        fn.min<number | null>('id').filterWhere('closed_at_ms', 'is not', null).as('oldest_closed'),
      ])
      .executeTakeFirstOrThrow()
    const replaced = oldest_closed ?? oldest
    if (total < this.#bounds.inAll || replaced === null) return
    await tx.deleteFrom('reports').where('id', '=', replaced).execute()
  }
}
