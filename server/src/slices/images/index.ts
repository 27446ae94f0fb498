export { imageUrlOf } from './handlers.ts'
export { openImages } from './open.ts'
export type { PictureAnswer, Pictures } from './pictures.ts'
