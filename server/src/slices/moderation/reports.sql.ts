import type { ReportState } from '@avatary/contract/moderation'
import type { ExpressionBuilder, Transaction } from 'kysely'
import { FLAG_COLUMNS, isListedRow } from '../../avatars/index.ts'
import type { Database, SqlDialect } from '../../kernel/database.ts'
import { type Page, type PageRange, readPage } from '../../kernel/row-page.sql.ts'
import { Store } from '../../kernel/store.ts'
import { addAuditEntry } from './audit.sql.ts'
import type { Act, NewReport, Report } from './store.ts'
import type { ReportSubject, Subject } from './subject.ts'
import type { ModerationTables } from './tables.sql.ts'

type Tx = Transaction<ModerationTables>

/** Anybody may report, so the number of stored reports is bounded. */
interface ReportBounds {
  /** Maximum number of open reports of one avatar; further ones are not stored. */
  readonly openOfAvatar: number
  /** Maximum number of reports in all; a new one replaces the oldest closed one, or else the oldest open one. */
  readonly inAll: number
}

const BOUNDS: ReportBounds = { openOfAvatar: 20, inAll: 10_000 }

/** Reports about avatars, bounded by `ReportBounds`. */
export class ReportStore extends Store<ModerationTables, { db: Database; bounds?: ReportBounds }> {
  readonly #bounds = this.deps.bounds ?? BOUNDS

  async add({ avatarId, reason, text }: NewReport, nowMs: number): Promise<{ kind: 'stored' | 'dropped' }> {
    return await this.transactLocked('reports', async tx => {
      const { open_count } = await tx
        .selectFrom('reports')
        .select(({ fn }) => fn.countAll<number>().as('open_count'))
        .where('avatar_id', '=', avatarId)
        .where('closed_at_ms', 'is', null)
        .executeTakeFirstOrThrow()
      if (open_count >= this.#bounds.openOfAvatar) return { kind: 'dropped' }
      await this.#deleteOneWhenFull(tx)
      const row = { avatar_id: avatarId, reason, text, at_ms: nowMs, closed_at_ms: null }
      await tx.insertInto('reports').values(row).execute()
      return { kind: 'stored' }
    })
  }

  async list(state: ReportState, range: PageRange): Promise<Page<Report>> {
    const reports = this.sql.reader
      .selectFrom('reports')
      .leftJoin('avatars', 'avatars.id', 'reports.avatar_id')
      .select(['reports.id', 'reports.avatar_id', 'reports.reason', 'reports.text', 'reports.at_ms'])
      .select(['reports.closed_at_ms', 'avatars.name', 'avatars.author_id', 'avatars.author_name'])
      .select(['avatars.image_url', ...FLAG_COLUMNS])
      .select(eb =>
        eb
          .selectFrom('reports as avatar_reports')
          .select(({ fn }) => fn.countAll<number>().as('count'))
          .whereRef('avatar_reports.avatar_id', '=', 'reports.avatar_id')
          .where('avatar_reports.closed_at_ms', 'is', null)
          .as('open_reports'),
      )
      .$if(state !== 'all', query =>
        query.where('reports.closed_at_ms', state === 'open' ? 'is' : 'is not', null),
      )
      .orderBy('reports.id', 'desc')
    const matchingReports = this.sql.reader
      .selectFrom('reports')
      .$if(state !== 'all', query => query.where('closed_at_ms', state === 'open' ? 'is' : 'is not', null))
    const { total, items: rows } = await readPage(reports, range, matchingReports)
    const items = rows.map(row => ({
      id: row.id,
      avatarId: row.avatar_id,
      name: row.name,
      authorId: row.author_id ?? '',
      authorName: row.author_name ?? '',
      isBlocked: row.is_blocked === 1,
      isListed: isListedRow(row),
      imageUrl: row.image_url ?? '',
      openReports: row.open_reports ?? 0,
      reason: row.reason,
      text: row.text,
      atMs: row.at_ms,
      closedAtMs: row.closed_at_ms,
    }))
    return { total, items }
  }

  /**
   * Closes a report, or all open reports about an avatar or about all avatars of an author.
   * @returns their number; null when there is no report with that number.
   */
  async close(subject: ReportSubject, act: Act): Promise<number | null> {
    if (subject.kind === 'report') return await this.#setState(subject.number, act, 'close-report')
    return await this.sql.transact(tx => closeReportsOf(tx, this.sql.dialect, subject, act))
  }

  /**
   * Reopens a report, or the reports about an avatar or author that the last closing command closed.
   * @returns their number; null when there is no report with that number.
   */
  async reopen(subject: ReportSubject, act: Act): Promise<number | null> {
    if (subject.kind === 'report') return await this.#setState(subject.number, act, 'reopen-report')
    return await this.#reopenOf(subject, act)
  }

  /** Deletes reports closed before a moment. @returns their number. */
  async deleteClosedBefore(beforeMs: number): Promise<number> {
    return await this.sql.deleteBelow('reports', { key: ['id'], column: 'closed_at_ms', below: beforeMs })
  }

  async #reopenOf(subject: Subject, act: Act): Promise<number> {
    return await this.transactLocked('reports', async tx => {
      const { last_closed_at_ms } = await tx
        .selectFrom('reports')
        .select(({ fn }) => fn.max<number | null>('closed_at_ms').as('last_closed_at_ms'))
        .where(isAbout(subject))
        .executeTakeFirstOrThrow()
      if (last_closed_at_ms === null) return 0
      const update = await tx
        .updateTable('reports')
        .set({ closed_at_ms: null })
        .where(isAbout(subject))
        .where('closed_at_ms', '=', last_closed_at_ms)
        .executeTakeFirst()
      const count = Number(update.numUpdatedRows)
      const facts = { kind: 'reports', count } as const
      await addAuditEntry(tx, act, { action: 'reopen-report', subject: subject.id, facts })
      return count
    })
  }

  async #deleteOneWhenFull(tx: Tx): Promise<void> {
    const { total, oldest_id, oldest_closed_id } = await tx
      .selectFrom('reports')
      .select(({ fn }) => [
        fn.countAll<number>().as('total'),
        fn.min<number | null>('id').as('oldest_id'),
        fn.min<number | null>('id').filterWhere('closed_at_ms', 'is not', null).as('oldest_closed_id'),
      ])
      .executeTakeFirstOrThrow()
    const replacedId = oldest_closed_id ?? oldest_id
    if (total < this.#bounds.inAll || replacedId === null) return
    await tx.deleteFrom('reports').where('id', '=', replacedId).execute()
  }

  async #setState(id: number, act: Act, action: 'close-report' | 'reopen-report'): Promise<number | null> {
    const closedAtMs = action === 'close-report' ? act.nowMs : null
    return await this.transactLocked('reports', async tx => {
      const report = await tx
        .selectFrom('reports')
        .select(['avatar_id', 'reason', 'closed_at_ms'])
        .where('id', '=', id)
        .executeTakeFirst()
      if (report === undefined) return null
      if ((report.closed_at_ms === null) === (closedAtMs === null)) return 0
      await tx.updateTable('reports').set({ closed_at_ms: closedAtMs }).where('id', '=', id).execute()
      const facts = { kind: 'report', id, reason: report.reason } as const
      await addAuditEntry(tx, act, { action, subject: report.avatar_id, facts })
      return 1
    })
  }
}

/**
 * Closes the open reports about an avatar, or about all avatars of an author, in a command's transaction. @returns
 * their number.
 */
export async function closeReportsOf(tx: Tx, dialect: SqlDialect, subject: Subject, act: Act) {
  await dialect.lock(tx, 'reports')
  const update = await tx
    .updateTable('reports')
    .set({ closed_at_ms: act.nowMs })
    .where('closed_at_ms', 'is', null)
    .where(isAbout(subject))
    .executeTakeFirst()
  const count = Number(update.numUpdatedRows)
  const facts = { kind: 'reports', count } as const
  if (count > 0) await addAuditEntry(tx, act, { action: 'close-report', subject: subject.id, facts })
  return count
}

/** A condition for reports about an avatar, or about any avatar of an author. */
function isAbout({ kind, id }: Subject) {
  return (eb: ExpressionBuilder<ModerationTables, 'reports'>) => {
    if (kind === 'avatar') return eb('avatar_id', '=', id)
    const idsOfAuthor = eb.selectFrom('avatars').select('avatars.id').where('avatars.author_id', '=', id)
    return eb('avatar_id', 'in', idsOfAuthor)
  }
}
