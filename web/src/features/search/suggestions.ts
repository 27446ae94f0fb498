import type { Value } from '../../lib/api.ts'

type Answer = Value<'GET /search/suggest'>

/** The reason for a suggestion. */
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
  readonly answer: Answer | undefined
  readonly recent: readonly string[]
}

const RECENT_WHILE_TYPING = 2

/** Orders the suggestions for a text: probable corrections, earlier searches, then completions. */
export function suggestionsFor({ text, answer, recent }: SuggestionSources): readonly Suggestion[] {
  const typed = text.trim().toLowerCase()
  if (typed === '') {
    if (recent.length === 0) return []
    return [...recent.map(each => line('recent')(each)), { kind: 'delete', text: '', count: null }]
  }
  const again = recent
    .filter(each => each.toLowerCase() !== typed && each.toLowerCase().startsWith(typed))
    .slice(0, RECENT_WHILE_TYPING)
  return [
    ...(answer?.suggestions ?? []).map(({ q, total }) => line('correction')(q, total)),
    ...again.map(each => line('recent')(each)),
    ...(answer?.terms ?? [])
      .filter(({ term }) => !again.includes(term))
      .map(({ term, count }) => line('term')(term, count)),
    ...(answer?.tags ?? []).map(({ tag, count }) => line('tag')(tag, count)),
    ...(answer?.creators ?? []).map(({ name, count }) => line('creator')(name, count)),
  ]
}

const line =
  (kind: SuggestionKind) =>
  (text: string, count?: number): Suggestion => ({ kind, text, count: count ?? null })
