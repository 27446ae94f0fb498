import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { keysOf } from '@avatary/contract/records'
import type { Timer } from '../../kernel/clock.ts'
import type { Metrics } from '../metrics.ts'

/** Writing 500 MB takes some seconds on most disks. */
const BUCKET_BOUNDS_SECONDS = [0.05, 0.1, 0.5, 1, 2.5, 5, 10, 30, 60]

/** The snapshot files in the data folder, keyed by their names in metrics. */
export const SNAPSHOT_FILES = { catalog: 'catalog.snapshot', insights: 'insights.snapshot' } as const
export type SnapshotName = keyof typeof SNAPSHOT_FILES

/**
 * Measures a write that `work` does. A failure is counted unless `signal` aborted it.
 * @throws what `work` throws.
 */
export type MeasureWrite = <Result>(signal: AbortSignal, work: () => Promise<Result>) => Promise<Result>

/**
 * Reports on the snapshots in a folder, into which other processes may write, too.
 * @returns a function that gives the measure for one file's writes by this process.
 */
export function createSnapshotMetrics({
  dir,
  clock,
  metrics,
}: {
  dir: string
  clock: Timer
  metrics: Pick<Metrics, 'gauges' | 'histogram' | 'events'>
}): (name: SnapshotName) => MeasureWrite {
  const labels = ['snapshot'] as const
  const files = () => statsOf(dir)
  metrics.gauges('avatary_snapshot_age_seconds', 'Time since the snapshot was written', labels, async () =>
    (await files()).map(({ snapshot, mtimeMs }) => [{ snapshot }, Math.max(0, clock.now() - mtimeMs) / 1000]),
  )
  metrics.gauges('avatary_snapshot_bytes', 'Size of the snapshot', labels, async () =>
    (await files()).map(({ snapshot, size }) => [{ snapshot }, size]),
  )
  const observe = metrics.histogram(
    'avatary_snapshot_write_duration_seconds',
    'Durations of writing a snapshot',
    { labels, bounds: BUCKET_BOUNDS_SECONDS },
  )
  const countFailure = metrics.events(
    'avatary_snapshot_failures_total',
    'Snapshots that could not be written',
    labels,
  )
  return snapshot => async (signal, work) => {
    const startedMs = clock.monotonicMs()
    try {
      const result = await work()
      observe({ snapshot }, (clock.monotonicMs() - startedMs) / 1000)
      return result
    } catch (error) {
      if (!signal.aborted) countFailure({ snapshot })
      throw error
    }
  }
}

/** Stats of the files that exist. */
async function statsOf(dir: string) {
  const snapshots = await Promise.all(
    keysOf(SNAPSHOT_FILES).map(async snapshot => {
      const stats = await stat(join(dir, SNAPSHOT_FILES[snapshot])).catch(() => null)
      return stats && { snapshot, mtimeMs: stats.mtimeMs, size: stats.size }
    }),
  )
  return snapshots.filter(stats => stats !== null)
}
