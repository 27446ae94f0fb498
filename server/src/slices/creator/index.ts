export { openCreator } from './open.ts'
