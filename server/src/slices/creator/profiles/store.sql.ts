import type { Selectable, Transaction } from 'kysely'
import { ChangeLog } from '../../../avatars/index.ts'
import { isAuthorId } from '../../../kernel/avatar-id.ts'
import { isAhead } from '../../../kernel/clock.ts'
import type { SqlAccess } from '../../../kernel/database.ts'
import { DAY_MS } from '../../../kernel/days.ts'
import { Store } from '../../../kernel/store.ts'
import type { CreatorTables, ScanTable } from '../tables.sql.ts'
import { AUTHORS_PER_REQUEST, LEASE_MS, MAX_PAUSE_MS, URGENCIES, URGENCY } from './schedule.ts'
import type { CheckedProfile } from './store.ts'

type Tx = Transaction<CreatorTables>

type CreatorRow = Selectable<CreatorTables['creators']>

/** Number of avatars examined in one transaction. */
const AVATARS_PER_STEP = 2000
const KEY_COLUMN = 'author_id'
const VALUE_COLUMNS = ['vrcl_url', 'checked_at_ms', 'urgency', 'due_at_ms'] as const

/**
 * Authors with their profiles at the community site, and when to ask for them. All processes share these rows. Each
 * call is one transaction, except `saveChecked`, which uses one per author whose profile changed.
 */
export class AuthorProfileStore extends Store<CreatorTables> {
  readonly #log = new ChangeLog(this.deps)
  readonly #add = this.sql.bulk<CreatorRow>([KEY_COLUMN, ...VALUE_COLUMNS], (tx, rows) =>
    tx
      .insertInto('creators')
      .values(rows)
      .onConflict(oc =>
        oc
          .column(KEY_COLUMN)
          .doUpdateSet(eb => ({ urgency: eb.ref('excluded.urgency') }))
          .whereRef('creators.urgency', '>', 'excluded.urgency')
          .where(eb => eb('creators.checked_at_ms', '=', eb.lit(0))),
      ),
  )
  readonly #write = this.sql.upsert<CreatorRow>('creators', { key: [KEY_COLUMN], replace: VALUE_COLUMNS })

  /**
   * Takes one step of a scan over all avatars that collects their authors. The scan starts again every day.
   * @returns false when the scan is complete.
   */
  async findNewAuthors(nowMs: number): Promise<boolean> {
    const { walked_to } = await this.#readScan()
    return (await this.#hasAvatarsAfter(walked_to)) || (await this.#isScanOld(nowMs))
      ? await this.sql.transact(tx => this.#continueScan(tx, nowMs))
      : false
  }

  /**
   * Takes the authors to ask for now: none during a pause, or when none is due. Other processes do not take them for
   * `LEASE_MS`.
   * @param pauseMs until the next request of any process.
   */
  async takeDueAuthors(pauseMs: number, nowMs: number): Promise<string[]> {
    if (isAhead((await this.#readScan()).ask_at_ms, nowMs, MAX_PAUSE_MS)) return []
    if ((await this.#dueAuthors(this.sql.reader, nowMs, 1)).length === 0) return []
    return await this.sql.transact(async tx => {
      const { ask_at_ms } = await this.#lockScan(tx)
      if (isAhead(ask_at_ms, nowMs, MAX_PAUSE_MS)) return []
      const ids = await this.#dueAuthors(tx, nowMs, AUTHORS_PER_REQUEST)
      if (ids.length === 0) return []
      await tx
        .updateTable('creators')
        .set({ due_at_ms: nowMs + LEASE_MS })
        .where(eb => this.sql.dialect.isIn(eb.ref('author_id'), ids))
        .execute()
      await setScan(tx, { ask_at_ms: nowMs + pauseMs })
      return ids
    })
  }

  /**
   * Saves profiles that the community site answered, and logs a change for each avatar of an author whose profile
   * changed.
   * @returns the number of changed profiles.
   */
  async saveChecked(profiles: readonly CheckedProfile[], nowMs: number): Promise<number> {
    const sortedProfiles = profiles.toSorted((a, b) => (a.authorId < b.authorId ? -1 : 1))
    const urlByAuthor = await this.#urlsOf(sortedProfiles.map(({ authorId }) => authorId))
    const changedProfiles = sortedProfiles.filter(
      ({ authorId, url }) => (urlByAuthor.get(authorId) ?? null) !== url,
    )
    const unchangedProfiles = sortedProfiles.filter(profile => !changedProfiles.includes(profile))
    const unchangedRows = unchangedProfiles.map(profile => rowOf(profile, nowMs))
    await this.sql.transact(tx => this.#write.run(tx, unchangedRows))
    for (const profile of changedProfiles) await this.#saveChanged(profile, nowMs)
    return changedProfiles.length
  }

  async pauseUntil(untilMs: number): Promise<void> {
    await this.sql.transact(tx => setScan(tx, { ask_at_ms: untilMs }))
  }

  /** Makes an author without a profile due now, unless the community site was asked within `LEASE_MS`. */
  async noteInterest(authorId: string, nowMs: number): Promise<void> {
    if (!isAuthorId(authorId)) return
    const row = await this.sql.reader
      .selectFrom('creators')
      .select(['urgency', 'checked_at_ms'])
      .where('author_id', '=', authorId)
      .executeTakeFirst()
    if (row?.urgency === URGENCY.shown || nowMs - (row?.checked_at_ms ?? 0) < LEASE_MS) return
    const request = { urgency: URGENCY.shown, due_at_ms: nowMs }
    await this.execute(tx =>
      tx
        .insertInto('creators')
        .values({ author_id: authorId, vrcl_url: null, checked_at_ms: 0, ...request })
        .onConflict(oc => oc.column('author_id').doUpdateSet(request)),
    )
  }

  async #continueScan(tx: Tx, nowMs: number): Promise<boolean> {
    const { walked_to, began_at_ms } = await this.#lockScan(tx)
    const rows = await tx
      .selectFrom('avatars')
      .leftJoin('avatar_counters', 'avatar_counters.avatar_key', 'avatars.key')
      .select(['avatars.key', 'avatars.author_id', 'avatars.added_at_ms', 'avatar_counters.views'])
      .where('avatars.key', '>', walked_to)
      .orderBy('avatars.key')
      .limit(AVATARS_PER_STEP)
      .execute()
    const lastRow = rows.at(-1)
    if (lastRow === undefined) {
      if (isWithinADay(began_at_ms, nowMs)) return false
      await setScan(tx, { walked_to: 0, began_at_ms: nowMs })
      return true
    }
    const urgencies = new Map<string, number>()
    for (const { author_id, added_at_ms, views } of rows) {
      if (!isAuthorId(author_id)) continue
      const isSeen = (views ?? 0) > 0 || isWithinADay(added_at_ms, nowMs)
      const urgency = isSeen ? URGENCY.visited : URGENCY.unvisited
      urgencies.set(author_id, Math.min(urgency, urgencies.get(author_id) ?? urgency))
    }
    const sortedUrgencies = [...urgencies].sort(([a], [b]) => (a < b ? -1 : 1))
    const newProfile = { vrcl_url: null, checked_at_ms: 0, due_at_ms: nowMs }
    const newRows = sortedUrgencies.map(([author_id, urgency]) => ({ author_id, urgency, ...newProfile }))
    await this.#add.run(tx, newRows)
    await setScan(tx, { walked_to: lastRow.key })
    return true
  }

  /**
   * Saves one author's changed profile, and logs a change for each of their avatars. It locks the change log before it
   * reads the avatars, so that an avatar added at the same time does not keep the old profile.
   */
  async #saveChanged(profile: CheckedProfile, nowMs: number): Promise<void> {
    await this.sql.transact(async tx => {
      await this.#write.run(tx, [rowOf(profile, nowMs)])
      await this.sql.dialect.lock(tx, 'change-log')
      const avatars = await tx
        .selectFrom('avatars')
        .select('key')
        .where('author_id', '=', profile.authorId)
        .orderBy('key')
        .execute()
      const changes = avatars.map(({ key }) => ({ kind: 'updated' as const, avatar_key: key, at_ms: nowMs }))
      await this.#log.append(tx, changes)
    })
  }

  async #dueAuthors(
    reader: Pick<Tx, 'selectFrom'> | SqlAccess<CreatorTables>['reader'],
    nowMs: number,
    limit: number,
  ) {
    const ids: string[] = []
    for (const urgency of URGENCIES) {
      if (ids.length === limit) break
      const rows = await reader
        .selectFrom('creators')
        .select('author_id')
        .where('urgency', '=', urgency)
        .where('due_at_ms', '<=', nowMs)
        .orderBy('due_at_ms')
        .limit(limit - ids.length)
        .execute()
      ids.push(...rows.map(({ author_id }) => author_id))
    }
    return ids
  }

  async #urlsOf(authorIds: readonly string[]): Promise<Map<string, string | null>> {
    const rows = await this.sql.reader
      .selectFrom('creators')
      .select(['author_id', 'vrcl_url'])
      .where(eb => this.sql.dialect.isIn(eb.ref('author_id'), authorIds))
      .execute()
    return new Map(rows.map(({ author_id, vrcl_url }) => [author_id, vrcl_url]))
  }

  async #hasAvatarsAfter(key: number): Promise<boolean> {
    const query = this.sql.reader.selectFrom('avatars').select('key').where('key', '>', key)
    return (await query.limit(1).executeTakeFirst()) !== undefined
  }

  async #isScanOld(nowMs: number): Promise<boolean> {
    return !isWithinADay((await this.#readScan()).began_at_ms, nowMs)
  }

  async #readScan(): Promise<ScanTable> {
    return await this.sql.reader.selectFrom('creator_walk').selectAll().executeTakeFirstOrThrow()
  }

  async #lockScan(tx: Tx): Promise<ScanTable> {
    return await tx.selectFrom('creator_walk').selectAll().forUpdate().executeTakeFirstOrThrow()
  }
}

async function setScan(tx: Tx, scan: Partial<Omit<ScanTable, 'id'>>): Promise<void> {
  await tx.updateTable('creator_walk').set(scan).execute()
}

/** True within a day of now in either direction, since a clock that was wrong may have written a future time. */
function isWithinADay(ms: number, nowMs: number): boolean {
  return nowMs - ms < DAY_MS && ms - nowMs < DAY_MS
}

function rowOf({ authorId, url, dueAtMs }: CheckedProfile, nowMs: number): CreatorRow {
  return {
    author_id: authorId,
    vrcl_url: url,
    checked_at_ms: nowMs,
    urgency: url === null ? URGENCY.noProfile : URGENCY.shown,
    due_at_ms: dueAtMs,
  }
}
