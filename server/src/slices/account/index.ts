export { openAccount, openCurrentSettings } from './open.ts'
export { UsageStore } from './person/usage.sql.ts'
export { AccountStore } from './store.sql.ts'
