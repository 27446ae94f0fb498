export { type LookupsNow, openVerification } from './open.ts'
export { deleteOutcomes } from './outcome.sql.ts'
export { LookupQueue, queueOf } from './queue.sql.ts'
export { type LookupTables, PRIORITY } from './tables.sql.ts'
