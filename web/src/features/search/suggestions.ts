import type { Answer } from '../../lib/api.ts'

type SuggestAnswer = Answer<'GET /search/suggest'>

/** The reason for a suggestion; `delete` is the line that deletes the earlier searches. */
export type SuggestionKind = 'correction' | 'recent' | 'term' | 'tag' | 'creator' | 'delete'

/** One line below the search field. */
export interface Suggestion {
  readonly kind: SuggestionKind
  readonly text: string
  /** Number of avatars that it finds; null when that is not fetched. */
  readonly count: number | null
}

interface SuggestionSources {
  /** The text typed so far. */
  readonly text: string
  /** The answer for the text; undefined while it is loading. */
  readonly answer: SuggestAnswer | undefined
  readonly recent: readonly string[]
}

/** Maximum number of earlier searches for a text that is not empty. */
const MAX_RECENT_WHILE_TYPING = 2

/** Orders the suggestions for a text: probable corrections, earlier searches, then completions. */
export function suggestionsFor({ text, answer, recent }: SuggestionSources): readonly Suggestion[] {
  const typedText = text.trim().toLowerCase()
  if (typedText === '') {
    if (recent.length === 0) return []
    return [...recent.map(search => suggestion('recent', search)), { kind: 'delete', text: '', count: null }]
  }
  const recentMatches = recent
    .filter(search => search.toLowerCase() !== typedText && search.toLowerCase().startsWith(typedText))
    .slice(0, MAX_RECENT_WHILE_TYPING)
  const terms = answer?.terms ?? []
  return [
    ...(answer?.suggestions ?? [])
      .filter(({ q }) => !terms.some(({ term }) => term === q))
      .map(({ q, total }) => suggestion('correction', q, total)),
    ...recentMatches.map(search => suggestion('recent', search)),
    ...terms
      .filter(({ term }) => !recentMatches.includes(term))
      .map(({ term, count }) => suggestion('term', term, count)),
    ...(answer?.tags ?? []).map(({ tag, count }) => suggestion('tag', tag, count)),
    ...(answer?.creators ?? []).map(({ name, count }) => suggestion('creator', name, count)),
  ]
}

function suggestion(kind: SuggestionKind, text: string, count: number | null = null): Suggestion {
  return { kind, text, count }
}
