/** The prefix of every path of the contract. */
export const API_PREFIX = '/api'

/** The page of the terms, which answers and files refer to. */
export const TERMS_PATH = '/terms'

/** The overview of the reference; its section of an endpoint has the endpoint's id. */
export const REFERENCE_PATH = '/docs'

/** Has a page for each tag of the contract below it, and leads to the overview itself. */
export const TAG_PAGES_PATH = `${REFERENCE_PATH}/reference`

/** The page of the reference that describes the endpoints of a tag of the contract. */
export function referencePath(tag: string): string {
  return `${TAG_PAGES_PATH}/${tag}`
}
