import { useSyncExternalStore } from 'react'

/** Milliseconds without a keystroke after which a search counts as complete. */
export const SETTLE_MS = 600

let typing = false
const listeners = new Set<() => void>()

/** Sets whether the visitor is still typing the search, so that its requests count nothing. */
export function setTyping(isTyping: boolean): void {
  if (typing === isTyping) return
  typing = isTyping
  for (const listener of listeners) listener()
}

export const isTypingNow = (): boolean => typing

export function useTyping(): boolean {
  return useSyncExternalStore(listener => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }, isTypingNow)
}

/**
 * Headers that mark a search of a single keystroke: it counts no term and no impression, and causes no external lookup.
 */
export const PROVISIONAL = { 'Search-Provisional': '?1' }
