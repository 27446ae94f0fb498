import { COUNTERS } from '@avatary/contract/insights'
import { recordOf } from '@avatary/contract/records'
import { positionFault } from '../../kernel/log-position.ts'
import { runInTurns } from '../../kernel/run-in-turns.ts'
import type { SnapshotArray, SnapshotContent, SnapshotFile } from '../../kernel/snapshot.ts'
import { MINUTE_MS } from '../../kernel/time.ts'
import { type DayArrays, DayColumns } from './day-columns.ts'
import type { CapturedColumns, CapturedHistories, Histories } from './histories.ts'
import type { ActivityPosition, InsightsReader } from './store.sql.ts'

/** Increment the number when the meaning of a section changes. */
const LAYOUT = `4 ${COUNTERS.join(' ')}`

const DAY_ARRAYS = ['index', 'codes', 'largeRows', 'largeCounts'] as const satisfies (keyof DayArrays)[]

const SAVE_PAUSE_MS = 10 * MINUTE_MS
/** Reading fewer changes again is as fast as writing a last snapshot. */
const MIN_CHANGES_TO_SAVE = 1000

const NO_SAVE = { seq: -1, version: 0, atMs: Number.NEGATIVE_INFINITY }

/** A description of the content, whose position is the last row of the activity log in it. */
interface SnapshotMeta extends ActivityPosition {
  layout: string
  databaseId: string
  savedAtMs: number
  firstKept: number
  days: number[]
}

export interface InsightsSnapshotDeps {
  file: SnapshotFile
  store: Pick<InsightsReader, 'activity'>
  databaseId: () => Promise<string>
  histories: Histories
}

/** Saves the histories in a file, so that a start need not read all rows. */
export class InsightsSnapshot {
  readonly #deps: InsightsSnapshotDeps
  /** The state that this process last wrote or read. */
  #lastSave = NO_SAVE

  constructor(deps: InsightsSnapshotDeps) {
    this.#deps = deps
  }

  /**
   * Replaces the histories in memory by those in the file.
   * @param firstKeptDay the first day that the file must contain.
   * @returns the last row of the activity log in it, or null when there is no usable file.
   */
  async restore(firstKeptDay: number): Promise<ActivityPosition | null> {
    const { file, histories } = this.#deps
    // A new object, by which `#save` recognises a restore meanwhile.
    this.#lastSave = { ...NO_SAVE }
    return await file.read(
      meta => this.#isUsable(meta as SnapshotMeta, firstKeptDay),
      content => {
        const { seq, row, savedAtMs } = content.meta as SnapshotMeta
        histories.restore(fromContent(content))
        this.#lastSave = { seq, version: histories.version, atMs: savedAtMs }
        return { seq, row }
      },
    )
  }

  /** Saves the histories if they changed since the last snapshot, and that is ten minutes old. */
  async saveIfDue(position: ActivityPosition, nowMs: number, signal: AbortSignal): Promise<void> {
    const { seq, atMs } = this.#lastSave
    // A moment to come means that the clock was set back.
    const isOld = nowMs >= atMs + SAVE_PAUSE_MS || nowMs < atMs
    if (position.seq !== seq && isOld) await this.#save(position, nowMs, signal)
  }

  /** Saves the histories if the next start would otherwise have to read many changes again. */
  async saveLast(position: ActivityPosition, nowMs: number, signal: AbortSignal): Promise<void> {
    const changes = this.#deps.histories.version - this.#lastSave.version
    if (changes >= MIN_CHANGES_TO_SAVE) await this.#save(position, nowMs, signal)
  }

  async #save(position: ActivityPosition, nowMs: number, signal: AbortSignal): Promise<void> {
    const { file, histories, databaseId } = this.#deps
    const { version } = histories
    const saveBefore = this.#lastSave
    const { firstKeptDay, columns, days } = await runInTurns(histories.capture())
    const sections: Record<string, SnapshotArray> = { ...columns }
    for (const [day, { arrays }] of days)
      for (const name of DAY_ARRAYS) sections[sectionName(day, name)] = arrays[name]
    const meta: SnapshotMeta = {
      layout: LAYOUT,
      databaseId: await databaseId(),
      ...position,
      savedAtMs: nowMs,
      firstKept: firstKeptDay,
      days: [...days.keys()],
    }
    await file.write({ meta, sections }, signal)
    // Otherwise a restore has replaced what was saved.
    if (this.#lastSave === saveBefore) this.#lastSave = { seq: position.seq, version, atMs: nowMs }
  }

  /** True when the file is of this database, reaches back far enough, and the activity since can still be read. */
  async #isUsable(meta: SnapshotMeta, firstKeptDay: number): Promise<boolean> {
    const { layout, databaseId } = meta
    if (layout !== LAYOUT || databaseId !== (await this.#deps.databaseId())) return false
    return meta.firstKept <= firstKeptDay && (await positionFault(meta, this.#deps.store.activity)) === null
  }
}

function fromContent({ meta, sections }: SnapshotContent): CapturedHistories {
  const { firstKept: firstKeptDay, days } = meta as SnapshotMeta
  const columnsOf = (day: number) =>
    new DayColumns(recordOf(DAY_ARRAYS, name => sections[sectionName(day, name)]) as DayArrays)
  return {
    firstKeptDay,
    columns: sections as unknown as CapturedColumns,
    days: new Map(days.map(day => [day, columnsOf(day)])),
  }
}

function sectionName(day: number, name: keyof DayArrays): string {
  return `${name} of day ${day}`
}
