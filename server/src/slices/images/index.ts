export { imageUrlOf } from './handlers.ts'
export { openImages } from './open.ts'
export type { Pictures } from './pictures.ts'
