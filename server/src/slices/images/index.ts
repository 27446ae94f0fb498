export { IMAGE_ROUTE_OPTIONS, imageHandlers, imageUrlOf } from './handlers.ts'
export { Pictures } from './pictures.ts'
