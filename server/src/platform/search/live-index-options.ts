export interface LiveIndexOptions {
  /** Documents in a tail that start a merge into the base, once the first build has ended. Default 4,096. */
  tailSize?: number
  /** The same during the first build, which uses less memory when it merges more often. Default 131,072. */
  bulkSize?: number
  /** Maximum bytes of cached sets for a given number of documents. Default: 16 per document, but at least 48 MiB. */
  cacheBytes?: (documents: number) => number
  /** Maximum documents that are merged or loaded in the caller's thread, without a worker. Default 100. */
  maxDocumentsWithoutWorker?: number
  /** Called when a merge failed; it is retried later. Default: emits a process warning. */
  onMergeFailed?: (error: unknown) => void
  /** Called after each merge. Default: does nothing. */
  onMerged?: (merge: FinishedMerge) => void
}

export interface FinishedMerge {
  /** Documents that were put since the previous merge. */
  readonly documentCount: number
  /** Seconds from the start of the merge until searches use its result. */
  readonly seconds: number
}

export const DEFAULT_OPTIONS: Required<LiveIndexOptions> = {
  tailSize: 4096,
  bulkSize: 1 << 17,
  cacheBytes: documents => Math.max(48 * 1024 * 1024, documents * 16),
  // Merging this many takes a few milliseconds, whereas starting a worker takes 50.
  maxDocumentsWithoutWorker: 100,
  onMergeFailed: error => process.emitWarning(`A merge of the search index failed: ${error}`),
  onMerged: () => {},
}
