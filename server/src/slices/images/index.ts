export { imageHandlers, imageUrlOf } from './handlers.ts'
export { Pictures } from './pictures.ts'
