import { useSyncExternalStore } from 'react'

/** Milliseconds without a keystroke after which a search counts as complete. */
export const SETTLE_MS = 600

let isTypingSearch = false
const listeners = new Set<() => void>()

/** Sets whether the visitor is still typing the search, so that the server does not count its requests. */
export function setTyping(isTyping: boolean): void {
  if (isTypingSearch === isTyping) return
  isTypingSearch = isTyping
  for (const listener of listeners) listener()
}

export const isTyping = (): boolean => isTypingSearch

export function useIsTyping(): boolean {
  return useSyncExternalStore(listener => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }, isTyping)
}

/** Headers of a search of a single keystroke: it counts no term or impression, and causes no external lookup. */
export const PROVISIONAL_HEADERS = { 'Search-Provisional': '?1' }
