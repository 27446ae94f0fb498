import type { AuditFacts } from '@avatary/contract/moderation'
import type { Transaction } from 'kysely'
import { type ModerationEffect, Withholding } from '../../avatars/index.ts'
import { type Page, type PageRange, readPage } from '../../kernel/row-page.sql.ts'
import { Store } from '../../kernel/store.ts'
import { addAuditEntry, sentenceOf } from './audit.sql.ts'
import { closeReportsOf } from './reports.sql.ts'
import type { Act, AuditEntry, Block, OptOut } from './store.ts'
import type { Subject } from './subject.ts'
import type { ModerationTables } from './tables.sql.ts'

type ReportedFacts = Extract<AuditFacts, { kind: 'reported' }>

/**
 * Blocks, opt-outs and the audit log. Each command is one transaction, with its rows in the change log and the audit
 * log, durable when it resolves. Lists are newest first.
 */
export class ModerationStore extends Store<ModerationTables> {
  readonly #withholding = new Withholding(this.deps)

  /**
   * @param reason null keeps the stored one; facts about reports are stored as a sentence, too.
   * @param closesReports true also closes the open reports about the subject.
   */
  async block(
    subject: Subject,
    reason: string | ReportedFacts | null,
    act: Act,
    closesReports = false,
  ): Promise<ModerationEffect> {
    const [detail, facts] = typeof reason === 'object' ? [sentenceOf(reason), reason] : [reason, null]
    const entry = { action: 'block', subject: subject.id, detail, facts } as const
    return await this.#runAudited(act, entry, async tx => {
      const effect = await this.#withholding.block(tx, subject, reason === null ? null : detail, act.nowMs)
      if (closesReports) await closeReportsOf(tx, this.sql.dialect, subject, act)
      return effect
    })
  }

  /** Lifts one block: an avatar stays hidden while its author is blocked, and the other way round. */
  async unblock(subject: Subject, act: Act): Promise<ModerationEffect> {
    const entry = { action: 'unblock', subject: subject.id } as const
    return await this.#runAudited(act, entry, tx => this.#withholding.unblock(tx, subject, act.nowMs))
  }

  async optOut(authorId: string, act: Act): Promise<ModerationEffect> {
    const entry = { action: 'opt-out', subject: authorId } as const
    return await this.#runAudited(act, entry, tx => this.#withholding.optOut(tx, authorId, act.nowMs))
  }

  async optIn(authorId: string, act: Act): Promise<ModerationEffect> {
    const entry = { action: 'opt-in', subject: authorId } as const
    return await this.#runAudited(act, entry, tx => this.#withholding.optIn(tx, authorId, act.nowMs))
  }

  async blocks(range: PageRange): Promise<Page<Block>> {
    const blocks = this.sql.reader
      .selectFrom('blocks')
      .select(['subject as id', 'kind', 'reason', 'at_ms as atMs'])
      .select(eb => {
        const avatar = eb
          .selectFrom('avatars')
          .select('avatars.name')
          .whereRef('avatars.id', '=', 'blocks.subject')
        const author = eb
          .selectFrom('avatars')
          .select('avatars.author_name')
          .whereRef('avatars.author_id', '=', 'blocks.subject')
          .limit(1)
        return eb.fn.coalesce(avatar, author).as('name')
      })
      .orderBy('at_ms', 'desc')
      .orderBy('subject')
    return await readPage(blocks, range, this.sql.reader.selectFrom('blocks'))
  }

  async optOuts(range: PageRange): Promise<Page<OptOut>> {
    const optOuts = this.sql.reader
      .selectFrom('opt_outs')
      .select(['opt_outs.author_id as id', 'at_ms as atMs'])
      .select(eb =>
        eb
          .selectFrom('avatars')
          .select('avatars.author_name')
          .whereRef('avatars.author_id', '=', 'opt_outs.author_id')
          .limit(1)
          .as('name'),
      )
      .orderBy('at_ms', 'desc')
      .orderBy('opt_outs.author_id')
    return await readPage(optOuts, range, this.sql.reader.selectFrom('opt_outs'))
  }

  async audit(range: PageRange): Promise<Page<AuditEntry>> {
    const audit = this.sql.reader
      .selectFrom('audit')
      .select(['id', 'at_ms as atMs', 'actor', 'action', 'subject', 'detail', 'facts'])
      .orderBy('id', 'desc')
    const { total, items } = await readPage(audit, range, this.sql.reader.selectFrom('audit'))
    const entries = items.map(({ facts, ...entry }) => ({
      ...entry,
      facts: facts === null ? null : (JSON.parse(facts) as AuditFacts),
    }))
    return { total, items: entries }
  }

  /** Deletes entries of the audit log made before a moment. @returns their number. */
  async deleteAuditBefore(beforeMs: number): Promise<number> {
    return await this.sql.deleteBelow('audit', { key: ['id'], column: 'at_ms', below: beforeMs })
  }

  async #runAudited(
    act: Act,
    entry: Parameters<typeof addAuditEntry>[2],
    command: (tx: Transaction<ModerationTables>) => Promise<ModerationEffect>,
  ): Promise<ModerationEffect> {
    return await this.sql.transact(async tx => {
      const effect = await command(tx)
      if (effect.isChanged) await addAuditEntry(tx, act, entry)
      return effect
    })
  }
}
