export { openLookup } from './open.ts'
