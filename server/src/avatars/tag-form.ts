import { fold } from '../kernel/text/fold.ts'

const LEADING = /^#*(?:author_tag_)?#*/
const BETWEEN_WORDS = /[\s_-]+/g
const EDGES = /^_+|_+$/g

/**
 * Normal form of a tag: folded, without the platform's `author_tag_` and a leading `#`, words joined by single
 * underscores, so that "author_tag_Face-Tracking", "#face tracking" and "face_tracking" are one tag. Empty when nothing
 * is left.
 */
export function tagForm(tag: string): string {
  return fold(tag.trim()).replace(LEADING, '').replace(BETWEEN_WORDS, '_').replace(EDGES, '')
}
