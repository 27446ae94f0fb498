export { sampleTarget } from './curl.ts'
export { referencePage } from './reference-page.ts'
