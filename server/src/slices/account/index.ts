export { openAccount } from './open.ts'
export { UsageStore } from './person/usage.sql.ts'
export { openCurrentSettings } from './settings/current-settings.ts'
export { AccountStore } from './store.sql.ts'
