export { accountHandlers } from './handlers.ts'
export { type FindPerson, KeyOwners } from './keys/key-owners.ts'
export { type AccountStores, createAccountStores } from './store.sql.ts'
