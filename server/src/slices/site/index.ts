export { openSite } from './open.ts'
