import type { CatalogReader } from '../../avatars/index.ts'
import { chunks } from '../../kernel/chunks.ts'
import { createPace } from './pace.ts'
import type { ReadModel } from './read-model.ts'

/** Rows read at a time, and applied together: one to three milliseconds of work each. */
const READ = 500
const APPLY = 50

/**
 * Brings the read model to what the system of record holds by reading all of it: fills an empty one, and mends one
 * that the change log cannot bring up to date, avatars keeping their slots. What changes meanwhile is left to the
 * log, whose end is looked up first.
 */
export async function rebuild(store: CatalogReader, model: ReadModel, signal?: AbortSignal): Promise<void> {
  const { lastSeq } = await store.changeBounds()
  const { seq, size } = model
  const isHeld = new Uint8Array(size)
  const pace = createPace(signal)
  for await (const rows of store.readAll(READ)) {
    signal?.throwIfAborted()
    for (const records of chunks(rows, APPLY)) {
      model.apply({ records, counters: [], seq })
      for (const { key } of records) isHeld[model.slotOfKey(key)] = 1
      await pace()
    }
  }
  const gone: number[] = []
  for (let slot = 0; slot < size; slot++) if (isHeld[slot] === 0 && !model.isForgotten(slot)) gone.push(slot)
  if (gone.length > 0) model.forget(gone)
  await model.mergeAll()
  model.apply({ records: [], counters: [], seq: lastSeq })
}
