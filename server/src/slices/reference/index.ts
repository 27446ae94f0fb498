export { sampleTarget } from './curl.ts'
export { referencePage } from './reference-page.ts'
export { termsPage } from './terms-page.ts'
