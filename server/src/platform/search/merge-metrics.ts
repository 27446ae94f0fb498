import type { Log } from '../../kernel/log.ts'
import type { Metrics } from '../metrics.ts'
import type { LiveIndexOptions } from './live-index-options.ts'

/** Bucket bounds in seconds: merging a few documents takes milliseconds, merging a million avatars some seconds. */
const BUCKET_BOUNDS_S = [0.01, 0.05, 0.1, 0.5, 1, 2.5, 5, 10, 30, 60]

export interface MergeMetricsDeps {
  metrics: Pick<Metrics, 'events' | 'histogram'>
  log: Pick<Log, 'error'>
}

/** Reports merges and failed merges as metrics and in the log. */
export function createMergeMetrics({
  metrics,
  log,
}: MergeMetricsDeps): Required<Pick<LiveIndexOptions, 'onMerged' | 'onMergeFailed'>> {
  const observe = metrics.histogram(
    'avatary_index_merge_duration_seconds',
    'From the beginning of a merge of the search index until searches use it',
    { labels: [], bounds: BUCKET_BOUNDS_S },
  )
  const countMerged = metrics.events(
    'avatary_index_merged_avatars_total',
    'New and changed avatars that merges of the search index took up',
    [],
  )
  const countFailure = metrics.events(
    'avatary_index_merge_failures_total',
    'Merges of the search index that failed',
    [],
  )
  return {
    onMerged: ({ documentCount: documents, seconds }) => {
      observe({}, seconds)
      countMerged({}, documents)
    },
    onMergeFailed: err => {
      countFailure({})
      log.error({ event: 'index-merge-failed', err }, 'The search index could not be merged')
    },
  }
}
