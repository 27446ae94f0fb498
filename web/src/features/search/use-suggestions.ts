import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useEffect, useState } from 'react'
import { isComposing } from '../../lib/keys.ts'
import { deleteSearches, recentSearches } from '../../lib/recent-searches.ts'
import type { ChangeSearch } from '../../lib/url-state.ts'
import { focusResults } from '../../ui/focus-results.ts'
import { suggestionsOf } from './api.ts'
import { type Suggestion, suggestionsFor } from './suggestions.ts'

const DEBOUNCE_MS = 120

interface SuggestionsInput {
  text: string
  choose: ChangeSearch
}

/** The list below the search field, which follows the combobox pattern (WAI-ARIA APG): the focus stays in the field. */
export function useSuggestions({ text, choose }: SuggestionsInput) {
  const [isRequested, setRequested] = useState(false)
  const [activeIndex, setActiveIndex] = useState(-1)
  const debouncedText = useDebounced(text)
  const q = debouncedText.trim()
  const { data, isFetching } = useQuery({
    ...suggestionsOf(q),
    enabled: isRequested && q !== '',
    placeholderData: keepPreviousData,
  })
  const lines = isRequested
    ? suggestionsFor({ text, answer: q === '' ? undefined : data, recent: recentSearches() })
    : []
  const isOpen = lines.length > 0
  const close = () => {
    setRequested(false)
    setActiveIndex(-1)
  }
  const accept = ({ kind, text: suggestedText }: Suggestion) => {
    close()
    if (kind === 'delete') deleteSearches()
    else if (kind === 'tag') choose({ q: undefined, tag: suggestedText })
    else if (kind === 'creator') choose({ q: undefined, tag: undefined, author: suggestedText })
    else choose({ q: suggestedText })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (isComposing(event) || event.ctrlKey || event.metaKey || event.altKey) return
    const { key } = event
    const activeLine = lines[activeIndex]
    const isAwaited = text.trim() !== '' && (isFetching || debouncedText !== text)
    if (key === 'ArrowDown' && lines.length === 0 && isAwaited) return event.preventDefault()
    if (key === 'ArrowDown' && activeIndex === lines.length - 1) {
      if (!focusResults()) return
      close()
    } else if (key === 'ArrowDown') setActiveIndex(activeIndex + 1)
    else if (key === 'ArrowUp' && activeIndex >= 0) setActiveIndex(activeIndex - 1)
    else if (key === 'Enter' && activeLine !== undefined) accept(activeLine)
    else if (key === 'Escape' && isOpen) close()
    else if (key === 'Escape') (event.target as HTMLElement).blur()
    else return
    event.preventDefault()
  }
  return {
    lines,
    activeIndex: isOpen ? Math.min(activeIndex, lines.length - 1) : -1,
    isOpen,
    open: () => setRequested(true),
    restart: () => {
      setRequested(true)
      setActiveIndex(-1)
    },
    close,
    accept,
    onKeyDown,
  }
}

function useDebounced(text: string): string {
  const [debouncedText, setDebouncedText] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setDebouncedText(text), DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [text])
  return debouncedText
}
