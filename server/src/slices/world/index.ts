export { nowOf } from './moment.ts'
export { openWorld } from './open.ts'
