export { type LookupsNow, openVerification } from './open.ts'
export { forgetOutcomes } from './outcome.sql.ts'
export { LookupQueue, queueOf } from './queue.sql.ts'
export { type LookupTables, PRIORITY } from './tables.sql.ts'
