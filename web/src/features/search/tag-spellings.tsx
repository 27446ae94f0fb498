import { useQueries, useQuery } from '@tanstack/react-query'
import type { ChangeSearch, SearchState } from '../../lib/url-state.ts'
import { suggestionsOf } from './api.ts'
import { Corrections } from './corrections.tsx'
import { totalOf } from './totals.ts'

interface TagSpellingsProps {
  tag: string
  state: SearchState
  change: ChangeSearch
}

/** Suggests tags with a similar spelling when no avatar has the tag of a search. */
export function TagSpellings({ tag, state, change }: TagSpellingsProps) {
  const { data } = useQuery(suggestionsOf(tag))
  const tags = [
    ...new Set([...(data?.tags ?? []).map(({ tag }) => tag), ...(data?.suggestions ?? []).map(({ q }) => q)]),
  ]
  const others = tags.filter(other => other !== tag)
  const totals = useQueries({ queries: others.map(other => totalOf({ ...state, tag: other })) })
  const corrections = others.flatMap((text, index) => {
    const total = totals[index]?.data?.total ?? 0
    return total > 0 ? [{ text, total }] : []
  })
  return <Corrections corrections={corrections} choose={spelling => change({ tag: spelling })} />
}
