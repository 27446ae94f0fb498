export { openAccount } from './open.ts'
export { favoriteCounter } from './person/usage.sql.ts'
