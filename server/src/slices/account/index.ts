export { openAccount } from './open.ts'
export { UsageStore } from './person/usage.sql.ts'
