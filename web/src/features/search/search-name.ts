import { PLATFORM_NAMES } from '../../lib/avatar.ts'
import { platformOf, type SearchState } from '../../lib/url-state.ts'

type NameOf = (text: string) => string

/** The text and filters of a search as its title names them, in the HTML, too; undefined when there are none. */
export function nameOfSearch(state: SearchState, by: NameOf, nameOfTag: NameOf): string | undefined {
  const { q, author, tag } = state
  const platform = platformOf(state)
  const names = [
    q,
    author && by(author),
    tag?.split(',').map(nameOfTag),
    platform && PLATFORM_NAMES[platform],
  ]
  return names.flat().filter(Boolean).join(' · ') || undefined
}
