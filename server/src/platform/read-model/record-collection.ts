import type { AvatarField, CatalogRecord } from '../../avatars/index.ts'
import type { Analyser, RecordCollection } from '../search/index-builder.ts'
import { joinSections, type LoadedSections } from './record-sections.ts'
import { RecordStore } from './record-store.ts'

export interface RecordAnalyser extends Analyser<CatalogRecord> {
  /** The fields of the read model's records. */
  fields: readonly AvatarField[]
}

/**
 * Runs in the threads that analyse records, and collects the records in the form of a record store, which
 * `RecordStore.adopt` takes over.
 */
export const recordCollection = {
  createCollector({ fields }: RecordAnalyser) {
    const store = RecordStore.create(fields)
    return {
      add: record => void store.put(store.size, record),
      take: () => joinSections(store.capture()),
    }
  },
  module: new URL('./record-collection.ts', import.meta.url),
} satisfies Omit<RecordCollection<CatalogRecord, LoadedSections>, 'receive'>
