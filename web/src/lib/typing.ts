import { useSyncExternalStore } from 'react'

let typing = false
const listeners = new Set<() => void>()

/** Says whether the visitor still types the search, so that its requests count nothing. */
export function setTyping(isTyping: boolean): void {
  if (typing === isTyping) return
  typing = isTyping
  for (const listener of listeners) listener()
}

export function useTyping(): boolean {
  return useSyncExternalStore(
    listener => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => typing,
  )
}

/** Headers of a search: one of a keystroke counts no term, no impression and asks no other index. */
export function searchHeaders(): Readonly<Record<string, string>> {
  return typing ? { 'Search-Provisional': '?1' } : {}
}
