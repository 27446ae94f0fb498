export { readOwnBuild } from './build.ts'
export { openSite } from './open.ts'
