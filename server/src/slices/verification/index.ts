export { openVerification } from './open.ts'
export { type LookupTable, type LookupTables, PRIORITY } from './tables.sql.ts'
