export { sampleTarget } from './curl.ts'
export { openReference } from './open.ts'
