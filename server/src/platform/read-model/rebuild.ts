import type { CatalogReader } from '../../avatars/index.ts'
import { chunks } from '../../kernel/chunks.ts'
import { ROWS_PER_READ } from './build.ts'
import { positionAtEnd } from './change-position.ts'
import type { ReadModel } from './read-model.ts'
import { RECORDS_PER_BATCH } from './tail.ts'
import { createTurnYielder } from './turn-yielder.ts'

/**
 * Fills or repairs the read model from all rows of the database; avatars keep their slots. The end of the change log is
 * read first, so that tailing from there applies the changes that were made meanwhile.
 */
export async function rebuild(store: CatalogReader, model: ReadModel, signal?: AbortSignal): Promise<void> {
  const position = await positionAtEnd(store)
  const { size } = model
  const isPresent = new Uint8Array(size)
  const yieldTurn = createTurnYielder(signal)
  for await (const rows of store.readByKey(ROWS_PER_READ)) {
    signal?.throwIfAborted()
    for (const records of chunks(rows, RECORDS_PER_BATCH)) {
      model.apply({ records, counters: [] })
      for (const { key } of records) isPresent[model.slotOfKey(key)] = 1
      await yieldTurn()
    }
    await model.caughtUp()
  }
  const goneSlots: number[] = []
  for (let slot = 0; slot < size; slot++)
    if (isPresent[slot] === 0 && !model.isDeleted(slot)) goneSlots.push(slot)
  if (goneSlots.length > 0) model.delete(goneSlots)
  await model.mergeAll()
  model.apply({ records: [], counters: [], position })
}
