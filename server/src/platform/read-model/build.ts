import type { AvatarField, CatalogReader } from '../../avatars/index.ts'
import { freeArrays } from '../search/movable-run.ts'
import type { LiveIndex } from '../search/segmented-index.ts'
import { positionAtEnd } from './change-position.ts'
import type { ReadModelContent } from './read-model.ts'
import type { LoadedSections } from './record-sections.ts'
import { RecordStore } from './record-store.ts'
import { createTurnYielder } from './turn-yielder.ts'

/** Rows read at once, which is one to three milliseconds of work. */
export const ROWS_PER_READ = 500

/** Receives the records of some new slots in the form that `recordCollection` of `record-collection.ts` collects. */
export type ReceiveRecords = (slots: Uint32Array, records: LoadedSections) => Promise<void>

/** Builds one index of the rows of consecutive slots, and passes their records on. */
export interface IndexBuild extends AsyncDisposable {
  /**
   * Await it, so that only few rows are in memory.
   * @param rows as `recordsOf` reads them; the builder takes over their buffer.
   */
  add(rows: Uint8Array<ArrayBuffer>, count: number): Promise<void>
  finish(): Promise<LiveIndex>
}

export interface BuildDeps {
  store: CatalogReader
  fields: readonly AvatarField[]
  buildIndex: (receive: ReceiveRecords) => IndexBuild
}

/**
 * Builds the content of an empty read model from all rows of the database. The end of the change log is read first, so
 * that tailing from there applies the changes that were made meanwhile.
 */
export async function buildContent(
  { store, fields, buildIndex }: BuildDeps,
  signal?: AbortSignal,
): Promise<ReadModelContent> {
  const position = await positionAtEnd(store)
  const records = RecordStore.create(fields)
  const yieldTurn = createTurnYielder(signal)
  await using indexBuild = buildIndex(async (slots, collectedSections) => {
    await records.adopt(RecordStore.forAdoption(fields, collectedSections), slots, createTurnYielder(signal))
    freeArrays(Object.values(collectedSections))
  })
  for await (const { rows, count } of store.readAsJson(ROWS_PER_READ)) {
    await yieldTurn()
    await indexBuild.add(rows, count)
  }
  return { index: await indexBuild.finish(), records, position }
}
