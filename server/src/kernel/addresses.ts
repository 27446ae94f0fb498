/** The prefix of every path of the contract. */
export const API_PREFIX = '/api'

/** Path of the terms of use, to which answers and files link. */
export const TERMS_PATH = '/terms'

/** Path of the overview of the reference. An endpoint's section has the endpoint's id as its anchor. */
export const REFERENCE_PATH = '/docs'

/** Parent path of the reference pages, one for each tag of the contract; it redirects to the overview. */
export const TAG_PAGES_PATH = `${REFERENCE_PATH}/reference`

/** Path of the reference page that describes the endpoints of a tag. */
export function referencePath(tag: string): string {
  return `${TAG_PAGES_PATH}/${tag}`
}
