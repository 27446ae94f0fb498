export { nowText } from './now.ts'
export { openWorld } from './open.ts'
