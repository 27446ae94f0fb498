import { useCallback, useSyncExternalStore } from 'react'
import { onReachable } from '../reachable.ts'
import { whenIdle } from '../when-idle.ts'

/** Changes of an avatar since the answer that contains it. */
export interface LiveState {
  readonly views?: number
  readonly likes?: number
  /** True when a moderator has blocked it. */
  readonly isBlocked?: boolean
}

const UNCHANGED: LiveState = {}

/** Maximum number of avatars whose state is kept; the one that changed the longest ago is dropped first. */
const MAX_AVATARS = 5000

/**
 * Milliseconds from the first avatar on a page until the stream is opened. Over HTTP/1.1 it occupies one of the six
 * connections that load the pictures of the first screen, and the counters of a fresh page are new.
 */
const START_MS = 2000

/** Milliseconds for which the stream is kept on a page without avatars, because the next page often has some. */
const END_MS = 1000

const states = new Map<string, LiveState>()
const listeners = new Map<string, Set<() => void>>()
let stop: (() => void) | null = null

/**
 * The newest state of an avatar, which overrides the fields of the server's answer. The stream is followed while the component is
 * mounted.
 */
export function useLive(id: string): LiveState {
  const subscribe = useCallback((listener: () => void) => subscribeTo(id, listener), [id])
  return useSyncExternalStore(subscribe, () => states.get(id) ?? UNCHANGED)
}

/** Sets parts of the state of an avatar. */
export function setLive(id: string, changes: LiveState): void {
  const state = { ...states.get(id), ...changes }
  states.delete(id)
  states.set(id, state)
  if (states.size > MAX_AVATARS) states.delete(states.keys().next().value!)
  for (const listener of listeners.get(id) ?? []) listener()
}

/**
 * Adds the visitor's own like to an avatar's likes, or takes it away.
 * @param before the likes in the server's answer.
 */
export function addLike(id: string, before: number, by: 1 | -1): void {
  setLive(id, { likes: Math.max(0, (states.get(id)?.likes ?? before) + by) })
}

function subscribeTo(id: string, listener: () => void): () => void {
  const ofAvatar = listeners.get(id) ?? new Set()
  listeners.set(id, ofAvatar.add(listener))
  stop ??= follow()
  return () => {
    ofAvatar.delete(listener)
    if (ofAvatar.size === 0) listeners.delete(id)
    if (listeners.size === 0) setTimeout(endUnused, END_MS)
  }
}

function endUnused(): void {
  if (listeners.size > 0) return
  stop?.()
  stop = null
}

/**
 * Starts following the stream a little later, once the page is idle.
 * @returns a function that ends it.
 */
function follow(): () => void {
  let isOver = false
  let end = () => {}
  let timer: ReturnType<typeof setTimeout>
  const start = async () => {
    if (isOver) return
    const module = await import('./stream.ts').catch(() => null)
    if (isOver) return
    end =
      module === null
        ? onReachable(begin)
        : module.followStream({ apply: setLive, shownIds: () => listeners.keys() })
  }
  const begin = () => {
    end()
    timer = setTimeout(() => whenIdle(start), START_MS)
  }
  begin()
  return () => {
    isOver = true
    clearTimeout(timer)
    end()
  }
}
