import { createDataset } from '@avatary/sim/dataset/dataset'
import { scramble } from '@avatary/sim/dataset/random'
import type { DatasetRecord } from '@avatary/sim/dataset/record'
import { analyse } from '../../../server/src/avatars/analyse.ts'
import type { IndexDocument } from '../../../server/src/avatars/search-port.ts'
import { recordWith } from '../../../server/tests/support/blank-avatar.ts'

const NOW = Date.parse('2026-11-20T00:00:00Z')
const BATCH_DOCUMENTS = 5000
/** Milliseconds between the additions of two avatars. */
const ADDED_EVERY_MS = 20_000

/** A synthetic catalog as documents of the index; equal sizes yield equal catalogs in every process. */
export interface Catalog {
  readonly size: number
  record(slot: number): DatasetRecord
  document(slot: number): IndexDocument
  /** All documents in the order of slots. */
  batches(): Generator<{ firstSlot: number; documents: IndexDocument[] }>
}

/** Makes a catalog whose avatars were added in the order of slots. */
export function createCatalog(size: number): Catalog {
  const dataset = createDataset({ size, now: NOW })
  const document = (slot: number): IndexDocument => {
    const record = dataset.record(slot)
    const { views, likes } = countersOf(slot)
    const addedAtMs = NOW - (size - slot) * ADDED_EVERY_MS
    const isListed = record.releaseStatus === 'public'
    return analyse(recordWith({ ...record, addedAtMs, views, likes, isListed }))
  }
  function* batches() {
    for (let firstSlot = 0; firstSlot < size; firstSlot += BATCH_DOCUMENTS) {
      const length = Math.min(BATCH_DOCUMENTS, size - firstSlot)
      yield { firstSlot, documents: Array.from({ length }, (_, i) => document(firstSlot + i)) }
    }
  }
  return { size, record: dataset.record, document, batches }
}

/** A few avatars have many views, and half have none. */
function countersOf(slot: number): { views: number; likes: number } {
  const uniform = scramble(slot) / 2 ** 32
  const views = uniform < 0.5 ? 0 : Math.floor(0.5 / (1.000001 - uniform))
  return { views, likes: Math.floor((views * (scramble(slot + 1) % 100)) / 1000) }
}
