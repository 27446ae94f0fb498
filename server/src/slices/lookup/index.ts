export { ExternalLookups, type LookupRecorder } from './external-lookups.ts'
export { ExternalSync } from './external-sync.ts'
export { createExternalLookupStore } from './store.sql.ts'
