import type { AuditAction } from '@avatary/contract/moderation'
import type { Transaction } from 'kysely'
import {
  type CatalogTables,
  ChangeLog,
  changeBetween,
  readWithheld,
  toListingState,
} from '../../avatars/index.ts'
import type { Database, SqlAccess } from '../../kernel/database.ts'
import { noteAct } from './audit.sql.ts'
import type { Act, Moderated } from './store.ts'
import type { Subject } from './subject.ts'
import type { ModerationTables } from './tables.sql.ts'

type Tx = Transaction<ModerationTables>

/** What there is to do; null when it is so already. */
interface Step {
  action: AuditAction
  detail: string
  /** What becomes of the avatar that is the subject, of which the log tells though the catalog may not hold it. */
  change?: 'blocked' | 'unblocked'
}

/** Writes blocks and opt-outs, and the flags of avatars that follow from them. */
export class WithholdingWriter {
  readonly #sql: SqlAccess<ModerationTables>
  readonly #log: ChangeLog

  constructor(db: Database) {
    this.#sql = db.tables<ModerationTables>()
    this.#log = new ChangeLog(db.tables<CatalogTables>())
  }

  async block(subject: Subject, reason: string | null, act: Act): Promise<Moderated> {
    return await this.#do(subject, act, async tx => {
      const { kind, id } = subject
      const query = tx.selectFrom('blocks').select('reason').where('subject', '=', id)
      const known = await query.executeTakeFirst()
      const row = { subject: id, kind, reason: reason ?? '', at_ms: act.nowMs }
      if (known === undefined) await tx.insertInto('blocks').values(row).execute()
      else if (reason === null || reason === known.reason) return null
      else await tx.updateTable('blocks').set({ reason }).where('subject', '=', id).execute()
      return { action: 'block', detail: row.reason, ...(known === undefined && { change: 'blocked' }) }
    })
  }

  async unblock(subject: Subject, act: Act): Promise<Moderated> {
    return await this.#do(subject, act, async tx => {
      const gone = await tx.deleteFrom('blocks').where('subject', '=', subject.id).executeTakeFirst()
      return gone.numDeletedRows === 0n ? null : { action: 'unblock', detail: '', change: 'unblocked' }
    })
  }

  async optOut(authorId: string, act: Act): Promise<Moderated> {
    return await this.#do({ kind: 'author', id: authorId }, act, async tx => {
      const made = await tx
        .insertInto('opt_outs')
        .values({ author_id: authorId, at_ms: act.nowMs })
        .onConflict(oc => oc.column('author_id').doNothing())
        .executeTakeFirst()
      return made.numInsertedOrUpdatedRows === 0n ? null : { action: 'opt-out', detail: '' }
    })
  }

  async optIn(authorId: string, act: Act): Promise<Moderated> {
    return await this.#do({ kind: 'author', id: authorId }, act, async tx => {
      const gone = await tx.deleteFrom('opt_outs').where('author_id', '=', authorId).executeTakeFirst()
      return gone.numDeletedRows === 0n ? null : { action: 'opt-in', detail: '' }
    })
  }

  /** One transaction, which waits for those that save avatars, and they for it. */
  async #do(subject: Subject, act: Act, work: (tx: Tx) => Promise<Step | null>): Promise<Moderated> {
    return await this.#sql.transact(async tx => {
      await this.#sql.dialect.lock(tx, 'moderation')
      const step = await work(tx)
      if (step === null) return { isChanged: false, avatars: 0 }
      const { action, detail, change } = step
      await noteAct(tx, act, { action, detail, subject: subject.id })
      if (change !== undefined && (await this.#isUnheld(tx, subject))) {
        await this.#log.appendUnheld(tx, { id: subject.id, kind: change, atMs: act.nowMs })
        return { isChanged: true, avatars: 0 }
      }
      return { isChanged: true, avatars: await this.#follow(tx, subject, act.nowMs) }
    })
  }

  async #isUnheld(tx: Tx, { kind, id }: Subject): Promise<boolean> {
    if (kind !== 'avatar') return false
    const held = await tx.selectFrom('avatars').select('key').where('id', '=', id).executeTakeFirst()
    return held === undefined
  }

  /** Makes the flags of the subject's avatars what blocks and opt-outs now say: how many the log tells of. */
  async #follow(tx: Tx, { kind, id }: Subject, nowMs: number): Promise<number> {
    const moved = await this.#moved(tx, kind === 'avatar' ? 'id' : 'author_id', id)
    const groups = Map.groupBy(moved, ({ after }) => Number(after.isBlocked) * 2 + Number(after.isOptedOut))
    for (const [flags, group] of groups) {
      const keys = group.map(({ key }) => key)
      await tx
        .updateTable('avatars')
        .set({ is_blocked: flags >> 1, is_opted_out: flags & 1 })
        .where(eb => this.#sql.dialect.isIn(eb.ref('key'), keys))
        .execute()
    }
    const changes = moved.flatMap(({ key, change }) =>
      change === null ? [] : [{ kind: change, avatar_key: key, at_ms: nowMs }],
    )
    await this.#log.append(tx, changes)
    return changes.length
  }

  /** Avatars whose flags are not what they should be, locked in the order of ids as everywhere. */
  async #moved(tx: Tx, column: 'id' | 'author_id', value: string) {
    const rows = await tx
      .selectFrom('avatars')
      .select(['key', 'id', 'author_id', 'is_active', 'is_unlisted', 'is_blocked', 'is_opted_out'])
      .where(column, '=', value)
      .orderBy('id')
      .forNoKeyUpdate()
      .execute()
    const avatars = rows.map(row => ({ ...row, authorId: row.author_id }))
    const withheldOf = await readWithheld(tx, this.#sql.dialect, avatars)
    return avatars.flatMap(avatar => {
      const before = toListingState(avatar)
      const after = { ...before, ...withheldOf(avatar) }
      const isSame = before.isBlocked === after.isBlocked && before.isOptedOut === after.isOptedOut
      return isSame ? [] : [{ key: avatar.key, after, change: changeBetween(before, after) }]
    })
  }
}
