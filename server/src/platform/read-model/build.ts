import type { AvatarField, CatalogReader, CatalogRecord } from '../../avatars/index.ts'
import { chunks } from '../../kernel/chunks.ts'
import type { LiveIndex } from '../search/segmented-index.ts'
import type { ReadModelContent } from './read-model.ts'
import { RecordStore } from './record-store.ts'
import { RECORDS_AT_ONCE } from './tail.ts'
import { createTurnYielder } from './turn-yielder.ts'

/** Rows read at once: one to three milliseconds of work. */
const READ = 500

/** Builds an index of the records of consecutive slots. */
export interface IndexBuilding extends AsyncDisposable {
  /** To be awaited, so that few records are in memory. */
  add(records: readonly CatalogRecord[]): Promise<void>
  finish(): Promise<LiveIndex>
}

export interface BuildDeps {
  store: CatalogReader
  /** The fields of the model's records. */
  fields: readonly AvatarField[]
  buildIndex: () => IndexBuilding
}

/**
 * Makes the content of an empty read model of all rows of the database. The end of the change log is read first, so that
 * following it later applies the changes of the meantime.
 */
export async function buildContent(
  { store, fields, buildIndex }: BuildDeps,
  signal?: AbortSignal,
): Promise<ReadModelContent> {
  const { lastSeq } = await store.changes.bounds()
  const records = RecordStore.create(fields)
  const yieldTurn = createTurnYielder(signal)
  await using building = buildIndex()
  for await (const rows of store.readByKey(READ)) {
    signal?.throwIfAborted()
    for (const few of chunks(rows, RECORDS_AT_ONCE)) {
      for (const record of few) records.put(records.size, record)
      await yieldTurn()
    }
    await building.add(rows)
  }
  return { index: await building.finish(), records, seq: lastSeq }
}
