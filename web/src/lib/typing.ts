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

export const isTypingNow = (): boolean => typing

export function useTyping(): boolean {
  return useSyncExternalStore(listener => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }, isTypingNow)
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

/** Headers of a search of a keystroke: it counts no term, no impression and asks no other index. */
export const PROVISIONAL = { 'Search-Provisional': '?1' }
