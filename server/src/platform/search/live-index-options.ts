export interface LiveIndexOptions {
  /** Number of documents at which a tail is merged into the base, once the first build has ended. Default 4,096. */
  tailSize?: number
  /** The same during the first build, which takes less memory with more merges. Default 131,072. */
  bulkSize?: number
  /** Most bytes of cached sets of so many documents. Default 16 for each, but at least 48 MiB. */
  cacheBytes?: (documents: number) => number
  /** Most documents that are merged or loaded in the caller's thread, without a worker. Default 100. */
  fewDocuments?: number
  /** Called when a merge failed, which is repeated later. Default: a process warning. */
  onMergeFailed?: (error: unknown) => void
  /** Called after each merge. Default: nothing. */
  onMerged?: (merge: Merged) => void
}

export interface Merged {
  /** Documents that were put since the merge before. */
  readonly documents: number
  /** Seconds from its beginning until searches use it. */
  readonly seconds: number
}

export const DEFAULT_OPTIONS: Required<LiveIndexOptions> = {
  tailSize: 4096,
  bulkSize: 1 << 17,
  cacheBytes: documents => Math.max(48 * 1024 * 1024, documents * 16),
  // Merging so many takes a few milliseconds, and starting a worker takes 50.
  fewDocuments: 100,
  onMergeFailed: error => process.emitWarning(`A merge of the search index failed: ${error}`),
  onMerged: () => {},
}
