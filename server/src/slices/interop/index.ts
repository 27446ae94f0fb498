export { exportCatalog } from './export-catalog.ts'
export {
  IMPORT_BATCH,
  type ImportCounts,
  type ImportProgress,
  importStream,
  NO_COUNTS,
  type Skip,
} from './import-stream.ts'
export { Mirror } from './mirror/mirror.ts'
export { MirrorStore } from './mirror/mirror-store.sql.ts'
export { SourceClient, type SourceDeps, StoppedError } from './mirror/source-client.ts'
export type { Position } from './raw-record.ts'
export { readForeignRecord, readRecord } from './read-record.ts'
export { SKIP_REASONS, type SkipReason } from './reading.ts'
export { FILE_START } from './split-records.ts'
export { vrcxHandlers } from './vrcx/handlers.ts'
