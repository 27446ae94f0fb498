import type { AvatarPatch, CatalogStore } from '../../../avatars/index.ts'
import type { Clock } from '../../../kernel/clock.ts'
import { readRecord } from '../read-record.ts'
import { CopyBounds, FollowBounds, PAGE_SIZE } from './bounds.ts'
import type { MirrorState, MirrorStore } from './mirror-store.sql.ts'
import {
  type SourceChanges,
  SourceChangesSchema,
  type SourcePage,
  SourcePageSchema,
} from './source-answers.ts'
import { type SourceAnswer, type SourceClient, SourceError } from './source-client.ts'

interface MirrorCounts {
  added: number
  updated: number
  unchanged: number
  /** Avatars that are no longer listed by the source from which they came. */
  hidden: number
  /** Avatars of the source whose record cannot be read. */
  skipped: number
}

interface MirrorDeps {
  client: SourceClient
  catalog: Pick<CatalogStore, 'saveMany' | 'byIds'>
  mirrors: MirrorStore
  clock: Clock
  /** True hides what the source no longer lists, even if that is more than half of its avatars. */
  acceptShrink: boolean
  /** Called while copying. @param position number of avatars copied so far, out of `total` that the source lists. */
  onCopied?: (position: number, total: number) => void
}

const HIDDEN_PER_TRANSACTION = 1000
/** A mirror with fewer avatars than this may lose more than half of them in one copy. */
const MIN_ORIGINS = 100

/**
 * A copy of another instance that is kept up to date. Progress is saved with each page, so it can be stopped at any
 * time.
 */
export class Mirror {
  readonly counts: MirrorCounts = { added: 0, updated: 0, unchanged: 0, hidden: 0, skipped: 0 }
  readonly #deps: MirrorDeps
  #state: MirrorState

  private constructor(deps: MirrorDeps, state: MirrorState) {
    this.#deps = deps
    this.#state = state
  }

  static async open(deps: MirrorDeps): Promise<Mirror> {
    return new Mirror(deps, await deps.mirrors.open(deps.client.baseUrl))
  }

  /** The last applied change of the source; null before the first copy. */
  get cursor(): number | null {
    return this.#state.cursor
  }

  /** True after a whole copy, until another one begins. */
  get isComplete(): boolean {
    return this.#state.cursor !== null && this.#state.copyOffset === null
  }

  /**
   * Brings the copy up to date. It copies everything if there is no copy yet, one is under way, or the source no longer
   * has the changes since the last one. Then it applies changes until there are no more.
   * @throws SourceError, StoppedError; see `SourceClient`.
   */
  async catchUp(): Promise<void> {
    if (this.#state.cursor === null) await this.#beginCopy()
    for (let expiries = 0; expiries < 2; expiries++) {
      if (this.#state.copyOffset !== null) await this.#copy()
      if ((await this.#follow()).kind === 'up_to_date') return
      await this.#beginCopy()
    }
    throw new SourceError('/avatars/changes deletes changes faster than a copy takes.')
  }

  /** The cursor is taken before the copy, so that changes made during the copy are applied afterwards. */
  async #beginCopy(): Promise<void> {
    const cursor = await this.#fetchNewestCursor()
    await this.#save({ cursor, copyNumber: this.#state.copyNumber + 1, copyOffset: 0 })
  }

  async #fetchNewestCursor(): Promise<number> {
    const answer = await this.#fetchChanges({})
    if (answer.kind === 'gone') throw new SourceError('/avatars/changes gives no cursor to start from.')
    return answer.value.next
  }

  /**
   * Copies `/avatars/all`, newest first, page by page, while the listing shifts: additions at the front only repeat
   * avatars, but each removal moves one to the previous page. So each page starts with the last avatar of the one
   * before. The order of two avatars never changes: if the first avatar of a page is known, so are all before it. If
   * not, the page is requested at a smaller offset.
   */
  async #copy(): Promise<void> {
    const bounds = new CopyBounds()
    let overlap = 1
    for (let offset = this.#state.copyOffset; offset !== null; ) {
      const from = Math.max(0, offset - overlap)
      const page = await this.#fetchPage(from)
      bounds.check(page, { from, offset })
      const { patches, skippedCount } = this.#readRecords(page.avatars)
      if (from > 0 && !(await this.#wasCopied(patches[0]?.id))) {
        offset = from
        overlap = Math.min(overlap * 8, PAGE_SIZE - 1)
        continue
      }
      overlap = 1
      this.counts.skipped += skippedCount
      await this.#saveListed(patches)
      offset = page.nextOffset
      await this.#save({ copyOffset: offset ?? this.#state.copyOffset })
      this.#deps.onCopied?.(offset ?? page.total, page.total)
    }
    await this.#hideUnlisted()
    await this.#save({ copyOffset: null })
  }

  async #fetchPage(offset: number): Promise<SourcePage> {
    const query = { sort: 'recent', offset, limit: PAGE_SIZE } as const
    const answer = await this.#deps.client.get(
      '/avatars/all',
      (client, signal) => client.allAvatars({ query, signal }),
      SourcePageSchema,
    )
    if (answer.kind === 'gone') throw new SourceError('/avatars/all answered 410.')
    return answer.value
  }

  async #fetchChanges(query: { since?: number; limit?: number }): Promise<SourceAnswer<SourceChanges>> {
    return await this.#deps.client.get(
      '/avatars/changes',
      (client, signal) => client.avatarChanges({ query, signal }),
      SourceChangesSchema,
    )
  }

  async #wasCopied(id: string | undefined): Promise<boolean> {
    return id !== undefined && (await this.#deps.mirrors.listedAmong(this.#state, [id])).has(id)
  }

  async #follow(): Promise<{ kind: 'up_to_date' | 'expired' }> {
    const bounds = new FollowBounds(this.#state.cursor!, () => this.#fetchNewestCursor())
    for (;;) {
      const since = this.#state.cursor!
      const answer = await this.#fetchChanges({ since, limit: PAGE_SIZE })
      if (answer.kind === 'gone') return { kind: 'expired' }
      await bounds.check(answer.value, since)
      const { changes, next, hasMore } = answer.value
      const removedIds = changes.flatMap(change => (change.type === 'remove' ? [change.id] : []))
      const { patches, skippedCount } = this.#readRecords(
        changes.flatMap(change => (change.type === 'upsert' ? [change.avatar] : [])),
      )
      this.counts.skipped += skippedCount
      await this.#saveListed(patches)
      await this.#hide(await this.#deps.mirrors.originsAmong(this.#state, removedIds))
      if (next !== since) await this.#save({ cursor: next })
      if (!hasMore) return { kind: 'up_to_date' }
    }
  }

  #readRecords(avatars: readonly unknown[]): { patches: AvatarPatch[]; skippedCount: number } {
    const options = { nowMs: this.#deps.clock.now(), addedAt: 'kept' } as const
    const readings = avatars.map(avatar => readRecord(avatar, options))
    const patches = readings.flatMap(reading =>
      reading.kind === 'patch' && reading.ifUnknown === 'add' ? [reading.patch] : [],
    )
    return { patches, skippedCount: avatars.length - patches.length }
  }

  /**
   * Records ids before it saves avatars: after a crash in between, the next run repeats both. A source only makes an
   * avatar active again if the avatar came from it.
   */
  async #saveListed(patches: readonly AvatarPatch[]): Promise<void> {
    if (patches.length === 0) return
    const { catalog, mirrors, clock } = this.#deps
    const ids = patches.map(({ id }) => id)
    const storedIds = new Set((await catalog.byIds(ids)).map(({ id }) => id))
    await mirrors.noteListed(this.#state, { ids, unknownIds: new Set(ids).difference(storedIds) })
    const origins = await mirrors.originsAmong(this.#state, ids)
    const patchesToSave = patches.map(patch => (origins.has(patch.id) ? { ...patch, isActive: true } : patch))
    for (const outcome of await catalog.saveMany(patchesToSave, clock.now())) this.counts[outcome]++
  }

  async #hideUnlisted(): Promise<void> {
    const { mirrors } = this.#deps
    const { originCount, unlistedCount } = await mirrors.countOrigins(this.#state)
    if (unlistedCount * 2 > originCount && originCount >= MIN_ORIGINS && !this.#deps.acceptShrink)
      throw new SourceError(
        `The source lists only ${originCount - unlistedCount} of ${originCount} avatars that came from it, ` +
          'so nothing was hidden. Try again later, or with --accept-shrink if that is so.',
      )
    for (;;) {
      const ids = await mirrors.unlistedOrigins(this.#state, HIDDEN_PER_TRANSACTION)
      if (ids.length === 0) return
      await this.#hide(new Set(ids))
    }
  }

  async #hide(ids: ReadonlySet<string>): Promise<void> {
    if (ids.size === 0) return
    const { catalog, mirrors, clock } = this.#deps
    const storedRecords = await catalog.byIds([...ids])
    const patches = storedRecords.map(({ id }) => ({ id, isActive: false }))
    const outcomes = await catalog.saveMany(patches, clock.now())
    this.counts.hidden += outcomes.filter(outcome => outcome === 'updated').length
    await mirrors.noteGone(this.#state, [...ids])
  }

  async #save(changedState: Partial<MirrorState>): Promise<void> {
    this.#state = { ...this.#state, ...changedState }
    await this.#deps.mirrors.save(this.#state)
  }
}
