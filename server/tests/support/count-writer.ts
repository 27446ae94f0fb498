import { CountWriter, type CountWriterDeps } from '../../src/slices/tracking/count-writer.ts'
import { PendingCounts, type Visit } from '../../src/slices/tracking/pending-counts.ts'
import { WrittenCounts } from '../../src/slices/tracking/written-counts.ts'
import { ManualClock } from './manual-clock.ts'

export const VISIT: Visit = {
  site: 'direct',
  device: 'vr',
  country: 'DE',
  surface: 'search',
  platform: 'pc',
  term: 'fox',
}
/** Milliseconds between two flushes. */
export const FLUSH_INTERVAL_MS = 1000

/** A writer of counts over a real or a fake store. */
export function writerOver<Store extends CountWriterDeps['store']>(
  store: Store,
  { view, clock = new ManualClock() }: Pick<CountWriterDeps, 'view'> & { clock?: ManualClock },
) {
  const pendingCounts = new PendingCounts({ clock })
  const writtenCounts = new WrittenCounts()
  const intervalMs = FLUSH_INTERVAL_MS
  const writer = new CountWriter({ pendingCounts, store, writtenCounts, view, clock, intervalMs })
  return { clock, pending: pendingCounts, store, written: writtenCounts, writer }
}
