export { openEvents } from './open.ts'
