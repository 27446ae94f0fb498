import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useEffect, useState } from 'react'
import { isComposing } from '../../lib/keys.ts'
import { deleteSearches, recentSearches } from '../../lib/recent-searches.ts'
import type { ChangeSearch } from '../../lib/url-state.ts'
import { focusResults } from '../../ui/focus-results.ts'
import { suggestionsOf } from './api.ts'
import { type Suggestion, suggestionsFor } from './suggestions.ts'

/** Debounce of suggestions, in milliseconds. */
const DEBOUNCE_MS = 120

interface SuggestionsInput {
  text: string
  /** Applies the chosen suggestion. */
  choose: ChangeSearch
}

/** The list below the search field, which follows the combobox pattern (WAI-ARIA APG): the focus stays in the field. */
export function useSuggestions({ text, choose }: SuggestionsInput) {
  const [isWanted, setWanted] = useState(false)
  const [active, setActive] = useState(-1)
  const debounced = useDebounced(text)
  const q = debounced.trim()
  const { data, isFetching } = useQuery({
    ...suggestionsOf(q),
    enabled: isWanted && q !== '',
    placeholderData: keepPreviousData,
  })
  const lines = isWanted
    ? suggestionsFor({ text, answer: q === '' ? undefined : data, recent: recentSearches() })
    : []
  const isOpen = lines.length > 0
  const close = () => {
    setWanted(false)
    setActive(-1)
  }
  const take = ({ kind, text: suggestedText }: Suggestion) => {
    close()
    if (kind === 'delete') deleteSearches()
    else if (kind === 'tag') choose({ q: undefined, tag: suggestedText })
    else if (kind === 'creator') choose({ q: undefined, tag: undefined, author: suggestedText })
    else choose({ q: suggestedText })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (isComposing(event) || event.ctrlKey || event.metaKey || event.altKey) return
    const { key } = event
    const activeLine = lines[active]
    const isAwaited = text.trim() !== '' && (isFetching || debounced !== text)
    if (key === 'ArrowDown' && lines.length === 0 && isAwaited) return event.preventDefault()
    if (key === 'ArrowDown' && active === lines.length - 1) {
      if (!focusResults()) return
      close()
    } else if (key === 'ArrowDown') setActive(active + 1)
    else if (key === 'ArrowUp' && active >= 0) setActive(active - 1)
    else if (key === 'Enter' && activeLine !== undefined) take(activeLine)
    else if (key === 'Escape' && isOpen) close()
    else if (key === 'Escape') (event.target as HTMLElement).blur()
    else return
    event.preventDefault()
  }
  return {
    lines,
    active: isOpen ? Math.min(active, lines.length - 1) : -1,
    isOpen,
    open: () => setWanted(true),
    restart: () => {
      setWanted(true)
      setActive(-1)
    },
    close,
    take,
    onKeyDown,
  }
}

function useDebounced(text: string): string {
  const [debounced, setDebounced] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(text), DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [text])
  return debounced
}
