import { fold } from '../kernel/text/fold.ts'

const PREFIX = /^#*(?:author_tag_)?#*/
const BETWEEN_WORDS = /[\s_-]+/g
const OUTER_UNDERSCORES = /^_+|_+$/g

/**
 * Normal form of a tag: folded, without the platform's `author_tag_` or a leading `#`, words joined by single
 * underscores. So "author_tag_Face-Tracking", "#face tracking" and "face_tracking" are the same tag. May be empty.
 */
export function tagForm(tag: string): string {
  return fold(tag.trim()).replace(PREFIX, '').replace(BETWEEN_WORDS, '_').replace(OUTER_UNDERSCORES, '')
}
