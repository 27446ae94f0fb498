export { accountHandlers } from './handlers.ts'
export { KeyOwners } from './keys/key-owners.ts'
export { type AccountStores, createAccountStores } from './store.sql.ts'
