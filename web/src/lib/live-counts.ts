import { useSyncExternalStore } from 'react'

/** Counters that are newer than those of an avatar's answer. */
export interface LiveCounts {
  readonly views?: number
  readonly likes?: number
}

const NONE: LiveCounts = {}

const counts = new Map<string, LiveCounts>()
const listeners = new Map<string, Set<() => void>>()

/** The counters of an avatar as they are now; they replace those of its answer. */
export function useLiveCounts(id: string): LiveCounts {
  return useSyncExternalStore(
    listener => listen(id, listener),
    () => counts.get(id) ?? NONE,
  )
}

/** Sets counters of an avatar. */
export function setLiveCounts(id: string, changed: LiveCounts): void {
  counts.set(id, { ...counts.get(id), ...changed })
  for (const listener of listeners.get(id) ?? []) listener()
}

/** Changes the likes of an avatar by the visitor's own. @param before what its answer says. */
export function addLike(id: string, before: number, by: 1 | -1): void {
  setLiveCounts(id, { likes: Math.max(0, (counts.get(id)?.likes ?? before) + by) })
}

function listen(id: string, listener: () => void): () => void {
  const those = listeners.get(id) ?? new Set()
  listeners.set(id, those.add(listener))
  return () => {
    those.delete(listener)
    if (those.size === 0) listeners.delete(id)
  }
}
