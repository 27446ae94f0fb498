import type { TypedRating } from '@avatary/contract/query-language'
import { PLATFORM_NAMES } from '../../lib/avatar.ts'
import { platformOf, type SearchState } from '../../lib/url-state.ts'

type NameOf = (text: string) => string

interface Names {
  readonly author: NameOf
  readonly tag: NameOf
  readonly minPerformance: (rating: TypedRating) => string
}

/** The text and filters of a search as its title names them, in the HTML, too; undefined when there are none. */
export function nameOfSearch(state: SearchState, nameOf: Names): string | undefined {
  const { q, author, tag, minPerformance } = state
  const platform = platformOf(state)
  const names = [
    q,
    author && nameOf.author(author),
    tag?.split(',').map(nameOf.tag),
    platform && PLATFORM_NAMES[platform],
    minPerformance && nameOf.minPerformance(minPerformance),
  ]
  return names.flat().filter(Boolean).join(' · ') || undefined
}
