export { feedHandlers } from './handlers.ts'
