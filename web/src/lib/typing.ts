import { useEffect, useRef, useSyncExternalStore } from 'react'

/** Milliseconds without a keystroke after which a search is one that the visitor meant. */
export const SETTLE_MS = 600

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

/** Gives what to call at each keystroke of a search whose end is known by a rest alone. */
export function useSettling(): () => void {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => {
    return () => {
      clearTimeout(timer.current)
      setTyping(false)
    }
  }, [])
  return () => {
    setTyping(true)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => setTyping(false), SETTLE_MS)
  }
}

/** Headers of a search: one of a keystroke counts no term, no impression and asks no other index. */
export function searchHeaders(): Readonly<Record<string, string>> {
  return typing ? { 'Search-Provisional': '?1' } : {}
}
