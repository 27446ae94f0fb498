export { openRosters } from './open.ts'
