export { nowOf } from './now.ts'
export { openWorld } from './open.ts'
