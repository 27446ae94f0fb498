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
  const pending = new PendingCounts({ clock })
  const written = new WrittenCounts()
  const writer = new CountWriter({ pending, store, written, view, clock, intervalMs: FLUSH_INTERVAL_MS })
  return { clock, pending, store, written, writer }
}
