/** The address of a page about an avatar or a creator on this site, of which the interface takes only the id. */
const PAGE_ADDRESS = /^https?:\/\/[^/]+\/(?:avatar|creator)\/([^/?#]+)\/?(?:[?#].*)?$/i

/** Returns the id in the address of a page of this site, and any other text without the spaces around it. */
export function subjectIdOf(text: string): string {
  return text.trim().replace(PAGE_ADDRESS, '$1')
}
