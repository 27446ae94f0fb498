import type { SubjectKind } from '@avatary/contract/moderation'
import type { Transaction } from 'kysely'
import { Store } from '../kernel/store.ts'
import { ChangeLog } from './changes.sql.ts'
import { changeBetween, type ListingState } from './listing-state.ts'
import { FLAG_COLUMNS, toListingState } from './row.ts'
import type { ChangeKind } from './store.ts'
import type { CatalogTables } from './tables.sql.ts'
import { readWithheld } from './withheld.sql.ts'

type Tx = Transaction<CatalogTables>

/** The subject of moderation: one avatar, or an author with all present and future avatars. */
interface Subject {
  kind: SubjectKind
  id: string
}

/** The effect of a command; repeating a command changes nothing. */
export interface ModerationEffect {
  isChanged: boolean
  /** Number of avatars that were blocked or unblocked, hidden or shown. */
  avatars: number
}

export type UnlistOutcome =
  | { kind: 'done'; state: ListingState }
  | { kind: 'not_found' }
  | { kind: 'not_owner' }

const NO_EFFECT: ModerationEffect = { isChanged: false, avatars: 0 }

/**
 * Commands that hide avatars, inside the caller's transaction: the reason, the flags and the change log rows commit
 * together. Each leaves the change log locked.
 */
export class Withholding extends Store<CatalogTables> {
  readonly #log = new ChangeLog(this.deps)

  /** @param reason null keeps the stored reason, if any. */
  async block(tx: Tx, subject: Subject, reason: string | null, nowMs: number): Promise<ModerationEffect> {
    await this.sql.dialect.lock(tx, 'moderation')
    const { kind, id } = subject
    const query = tx.selectFrom('blocks').select('reason').where('subject', '=', id)
    const storedBlock = await query.executeTakeFirst()
    if (storedBlock === undefined) {
      await tx
        .insertInto('blocks')
        .values({ subject: id, kind, reason: reason ?? '', at_ms: nowMs })
        .execute()
      return await this.#updateFlags(tx, subject, nowMs, 'blocked')
    }
    if (reason === null || reason === storedBlock.reason) return NO_EFFECT
    await tx.updateTable('blocks').set({ reason }).where('subject', '=', id).execute()
    return await this.#updateFlags(tx, subject, nowMs)
  }

  /** Lifts one block: an avatar stays hidden while its author is blocked, and the other way round. */
  async unblock(tx: Tx, subject: Subject, nowMs: number): Promise<ModerationEffect> {
    await this.sql.dialect.lock(tx, 'moderation')
    const deletion = await tx.deleteFrom('blocks').where('subject', '=', subject.id).executeTakeFirst()
    return deletion.numDeletedRows === 0n
      ? NO_EFFECT
      : await this.#updateFlags(tx, subject, nowMs, 'unblocked')
  }

  async optOut(tx: Tx, authorId: string, nowMs: number): Promise<ModerationEffect> {
    await this.sql.dialect.lock(tx, 'moderation')
    const insertion = await tx
      .insertInto('opt_outs')
      .values({ author_id: authorId, at_ms: nowMs })
      .onConflict(oc => oc.column('author_id').doNothing())
      .executeTakeFirst()
    if (insertion.numInsertedOrUpdatedRows === 0n) return NO_EFFECT
    return await this.#updateFlags(tx, { kind: 'author', id: authorId }, nowMs)
  }

  async optIn(tx: Tx, authorId: string, nowMs: number): Promise<ModerationEffect> {
    await this.sql.dialect.lock(tx, 'moderation')
    const deletion = await tx.deleteFrom('opt_outs').where('author_id', '=', authorId).executeTakeFirst()
    if (deletion.numDeletedRows === 0n) return NO_EFFECT
    return await this.#updateFlags(tx, { kind: 'author', id: authorId }, nowMs)
  }

  /** Lists or unlists avatars of an author at the owner's request. @returns the outcome for each id. */
  async setUnlisted(
    tx: Tx,
    { ids, authorId, isUnlisted }: { ids: readonly string[]; authorId: string; isUnlisted: boolean },
    nowMs: number,
  ): Promise<Map<string, UnlistOutcome>> {
    const rows = await tx
      .selectFrom('avatars')
      .select(['key', 'id', 'author_id', ...FLAG_COLUMNS])
      .where(eb => this.sql.dialect.isIn(eb.ref('id'), ids))
      .orderBy('id')
      .forNoKeyUpdate()
      .execute()
    const outcomes = new Map<string, UnlistOutcome>(ids.map(id => [id, { kind: 'not_found' }]))
    const keys: number[] = []
    const changes: { kind: ChangeKind; avatar_key: number; at_ms: number }[] = []
    for (const { key, id, author_id, ...flags } of rows) {
      const oldState = toListingState(flags)
      const newState = { ...oldState, isUnlisted }
      outcomes.set(id, author_id === authorId ? { kind: 'done', state: newState } : { kind: 'not_owner' })
      if (author_id !== authorId || oldState.isUnlisted === isUnlisted) continue
      keys.push(key)
      const kind = changeBetween(oldState, newState)
      if (kind !== null) changes.push({ kind, avatar_key: key, at_ms: nowMs })
    }
    if (keys.length === 0) return outcomes
    await tx
      .updateTable('avatars')
      .set({ is_unlisted: Number(isUnlisted) })
      .where(eb => this.sql.dialect.isIn(eb.ref('key'), keys))
      .execute()
    await this.#log.append(tx, changes)
    return outcomes
  }

  /**
   * Recomputes the flags of the subject's avatars from the current blocks and opt-outs.
   * @param change what to log if the subject is an avatar that the catalog does not hold.
   */
  async #updateFlags(
    tx: Tx,
    subject: Subject,
    nowMs: number,
    change?: 'blocked' | 'unblocked',
  ): Promise<ModerationEffect> {
    if (change !== undefined && (await this.#isUnknown(tx, subject))) {
      await this.#log.appendUnknown(tx, { id: subject.id, kind: change, atMs: nowMs })
      return { isChanged: true, avatars: 0 }
    }
    const avatars = await this.#readOutdated(tx, subject)
    const groups = Map.groupBy(avatars, ({ after }) => Number(after.isBlocked) * 2 + Number(after.isOptedOut))
    for (const [flags, group] of groups) {
      const keys = group.map(({ key }) => key)
      await tx
        .updateTable('avatars')
        .set({ is_blocked: flags >> 1, is_opted_out: flags & 1 })
        .where(eb => this.sql.dialect.isIn(eb.ref('key'), keys))
        .execute()
    }
    const changes = avatars.flatMap(({ key, change }) =>
      change === null ? [] : [{ kind: change, avatar_key: key, at_ms: nowMs }],
    )
    await this.#log.append(tx, changes)
    return { isChanged: true, avatars: changes.length }
  }

  async #isUnknown(tx: Tx, { kind, id }: Subject): Promise<boolean> {
    if (kind !== 'avatar') return false
    const storedAvatar = await tx.selectFrom('avatars').select('key').where('id', '=', id).executeTakeFirst()
    return storedAvatar === undefined
  }

  /**
   * Reads the avatars whose flags are out of date, and locks their rows in the order of ids, as all transactions do.
   */
  async #readOutdated(tx: Tx, { kind, id }: Subject) {
    const rows = await tx
      .selectFrom('avatars')
      .select(['key', 'id', 'author_id', ...FLAG_COLUMNS])
      .where(kind === 'avatar' ? 'id' : 'author_id', '=', id)
      .orderBy('id')
      .forNoKeyUpdate()
      .execute()
    const avatars = rows.map(row => ({ ...row, authorId: row.author_id }))
    const withheldOf = await readWithheld(tx, this.sql.dialect, avatars)
    return avatars.flatMap(avatar => {
      const oldState = toListingState(avatar)
      const newState = { ...oldState, ...withheldOf(avatar) }
      const isSame = oldState.isBlocked === newState.isBlocked && oldState.isOptedOut === newState.isOptedOut
      return isSame ? [] : [{ key: avatar.key, after: newState, change: changeBetween(oldState, newState) }]
    })
  }
}
