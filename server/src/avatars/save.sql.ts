import type { Transaction } from 'kysely'
import type { Database } from '../kernel/database.ts'
import { mapInTurns } from '../kernel/map-in-turns.ts'
import { Store } from '../kernel/store.ts'
import { ChangeLog } from './changes.sql.ts'
import { COLUMN_FIELDS } from './fields.ts'
import { changeBetween } from './listing-state.ts'
import { type MergedAvatar, mergePatch } from './merge.ts'
import { AVATAR_COLUMNS } from './read.sql.ts'
import {
  type AiTagging,
  FLAG_COLUMNS,
  toListingState,
  toMergedAvatar,
  toWrittenRow,
  type WithholdingFlags,
  type WrittenRow,
} from './row.ts'
import type { AvatarPatch, ChangeKind, SaveOutcome } from './store.ts'
import type { CatalogTables, CounterTable } from './tables.sql.ts'
import { readWithheld } from './withheld.sql.ts'

/** An avatar that the batch changes, with the patches merged so far. */
interface PendingSave {
  /** Undefined until the new row is written. */
  key: number | undefined
  avatar: MergedAvatar
  /** The stored author id; undefined for a new row. */
  knownAuthorId: string | undefined
  withholding: WithholdingFlags
  /** The vocabulary version of its derived tags; undefined when they must be derived again. */
  aiTagsVersion: number | undefined
  changes: Set<ChangeKind>
  hasNewFacts: boolean
  hasNewCounters: boolean
}

type KeyedSave = PendingSave & { key: number }
type Tx = Transaction<CatalogTables>

const WRITTEN_COLUMNS = [
  ...COLUMN_FIELDS.map(({ column }) => column),
  'ai_tags_version',
  ...FLAG_COLUMNS,
] as const

const WRITE_ONCE_COLUMNS: readonly string[] = ['id', 'added_at_ms', 'is_unlisted']
/** The columns of an existing row that a merge may change. */
const REPLACED_COLUMNS = WRITTEN_COLUMNS.filter(column => !WRITE_ONCE_COLUMNS.includes(column))

const NOT_WITHHELD: WithholdingFlags = { isUnlisted: false, isBlocked: false, isOptedOut: false }

export class AvatarSaver extends Store<CatalogTables, { db: Database } & AiTagging> {
  readonly #log = new ChangeLog(this.deps)
  readonly #insert = this.sql.bulk<WrittenRow, { key: number; id: string }>(WRITTEN_COLUMNS, (tx, rows) =>
    tx.insertInto('avatars').values(rows).returning(['key', 'id']),
  )
  readonly #replace = this.sql.bulk<WrittenRow & { key: number }>(['key', ...WRITTEN_COLUMNS], (tx, rows) =>
    tx
      .insertInto('avatars')
      .values(rows)
      .onConflict(oc =>
        oc
          .column('key')
          .doUpdateSet(eb =>
            Object.fromEntries(REPLACED_COLUMNS.map(column => [column, eb.ref(`excluded.${column}`)])),
          ),
      ),
  )
  readonly #setCounters = this.sql.bulk<CounterTable>(['avatar_key', 'views', 'likes'], (tx, rows) =>
    tx
      .insertInto('avatar_counters')
      .values(rows)
      .onConflict(oc =>
        oc.column('avatar_key').doUpdateSet(({ ref }) => ({
          views: this.sql.dialect.greatest(ref('avatar_counters.views'), ref('excluded.views')),
          likes: this.sql.dialect.greatest(ref('avatar_counters.likes'), ref('excluded.likes')),
        })),
      ),
  )

  async saveWithin(tx: Tx, patches: readonly AvatarPatch[], nowMs: number): Promise<SaveOutcome[]> {
    if (patches.length === 0) return []
    const saves = await this.#load(tx, [...new Set(patches.map(patch => patch.id))].sort())
    const outcomes = await mapInTurns(patches, patch => mergeInto(saves, patch, nowMs))
    await this.#withhold(tx, [...saves.values()])
    await this.#write(tx, [...saves.values()], nowMs)
    return outcomes
  }

  /**
   * Reads and locks the rows with these ids. To prevent deadlocks, the locks `moderation` and `new-avatars` (which
   * keeps two transactions from adding the same avatar) come before row locks, and rows are locked in the order of ids.
   */
  async #load(tx: Tx, ids: readonly string[]): Promise<Map<string, PendingSave>> {
    const { dialect } = this.sql
    await dialect.lock(tx, 'moderation', 'shared')
    const storedRows = await this.#select(tx, ids).execute()
    if (storedRows.length < ids.length) await dialect.lock(tx, 'new-avatars')
    const rows = await dialect.rereadLocked(storedRows, () =>
      this.#select(tx, ids).orderBy('avatars.id').forNoKeyUpdate('avatars').execute(),
    )
    return new Map(
      rows.map(row => [
        row.id,
        {
          key: row.key,
          avatar: toMergedAvatar(row),
          knownAuthorId: row.author_id,
          withholding: toListingState(row),
          aiTagsVersion: row.ai_tags_version,
          changes: new Set<ChangeKind>(),
          hasNewFacts: false,
          hasNewCounters: false,
        },
      ]),
    )
  }

  #select(tx: Tx, ids: readonly string[]) {
    return tx
      .selectFrom('avatars')
      .leftJoin('avatar_counters', 'avatar_counters.avatar_key', 'avatars.key')
      .select(['avatar_counters.views', 'avatar_counters.likes'])
      .select(['avatars.ai_tags_version', 'avatars.verified_at_ms'])
      .select(AVATAR_COLUMNS)
      .where(eb => this.sql.dialect.isIn(eb.ref('avatars.id'), ids))
  }

  /** Hides blocked and opted-out avatars among those that are new or have another author than before. */
  async #withhold(tx: Tx, saves: readonly PendingSave[]): Promise<void> {
    const savesWithNewAuthor = saves.filter(({ avatar, knownAuthorId }) => avatar.authorId !== knownAuthorId)
    if (savesWithNewAuthor.length === 0) return
    const avatars = savesWithNewAuthor.map(({ avatar }) => avatar)
    const withheldOf = await readWithheld(tx, this.sql.dialect, avatars)
    for (const save of savesWithNewAuthor) {
      const { isActive } = save.avatar
      const oldFlags = save.withholding
      save.withholding = { ...oldFlags, ...withheldOf(save.avatar) }
      const change = changeBetween({ ...oldFlags, isActive }, { ...save.withholding, isActive })
      if (change !== null && save.key !== undefined) save.changes.add(change)
    }
  }

  async #write(tx: Tx, saves: readonly PendingSave[], nowMs: number): Promise<void> {
    const newSaves = saves.filter(({ key }) => key === undefined)
    const changedSaves = saves.filter(isKeyed).filter(({ hasNewFacts }) => hasNewFacts)
    const changedRows = await mapInTurns(changedSaves, save => ({ key: save.key, ...this.#toRow(save) }))
    await this.#replace.run(tx, changedRows)
    const keys = await this.#insert.run(tx, await mapInTurns(newSaves, item => this.#toRow(item)))
    const keyById = new Map(keys.map(({ id, key }) => [id, key]))
    for (const save of newSaves) save.key = keyById.get(save.avatar.id)
    const writtenSaves = saves.filter(isKeyed).sort((a, b) => a.key - b.key)
    await this.#setCounters.run(
      tx,
      writtenSaves
        .filter(({ hasNewCounters }) => hasNewCounters)
        .map(({ key, avatar: { views, likes } }) => ({ avatar_key: key, views, likes })),
    )
    await this.#log.append(
      tx,
      writtenSaves.flatMap(({ key, changes }) =>
        [...changes].map(kind => ({ kind, avatar_key: key, at_ms: nowMs })),
      ),
    )
  }

  #toRow({ avatar, aiTagsVersion, withholding }: PendingSave): WrittenRow {
    if (aiTagsVersion !== undefined) return toWrittenRow(avatar, aiTagsVersion, withholding)
    const aiTags = this.deps.deriveAiTags(avatar.name, avatar.description)
    return toWrittenRow({ ...avatar, aiTags }, this.deps.aiTagsVersion, withholding)
  }
}

function mergeInto(saves: Map<string, PendingSave>, patch: AvatarPatch, nowMs: number): SaveOutcome {
  const earlierSave = saves.get(patch.id)
  const merge = mergePatch(earlierSave?.avatar ?? null, patch, nowMs)
  if (merge.kind === 'unchanged') return 'unchanged'
  const isNew = earlierSave === undefined || earlierSave.changes.has('added')
  saves.set(patch.id, {
    key: earlierSave?.key,
    avatar: merge.avatar,
    knownAuthorId: earlierSave?.knownAuthorId,
    withholding: earlierSave?.withholding ?? NOT_WITHHELD,
    aiTagsVersion: merge.hasNewText ? undefined : earlierSave?.aiTagsVersion,
    changes: isNew ? new Set(['added']) : new Set([...earlierSave.changes, ...merge.changes]),
    hasNewFacts: merge.hasNewFacts || earlierSave?.hasNewFacts === true,
    hasNewCounters: merge.hasNewCounters || earlierSave?.hasNewCounters === true,
  })
  return merge.kind
}

function isKeyed(save: PendingSave): save is KeyedSave {
  return save.key !== undefined
}
