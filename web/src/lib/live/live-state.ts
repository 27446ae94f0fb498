import { useCallback, useSyncExternalStore } from 'react'
import { onReachable } from '../reachable.ts'
import { whenIdle } from '../when-idle.ts'

/** Changes of an avatar since the answer that contains it; absent properties are as in the answer. */
export interface LiveState {
  readonly views?: number
  readonly likes?: number
  /** True when a moderator has blocked it. */
  readonly isBlocked?: boolean
}

const UNCHANGED: LiveState = {}

/** Maximum number of avatars whose state is kept; the one that changed the longest ago is dropped first. */
const MAX_STATES = 5000

/**
 * Milliseconds from the first avatar on a page until the stream is opened. Over HTTP/1.1 it occupies one of the six
 * connections that load the pictures of the first screen, and the counters of a fresh page are new.
 */
const OPEN_DELAY_MS = 2000

/** Milliseconds for which the stream is kept on a page without avatars, because the next page often has some. */
const CLOSE_DELAY_MS = 1000

const states = new Map<string, LiveState>()
/** The listeners of mounted components, by the id of their avatar. */
const listeners = new Map<string, Set<() => void>>()
/** Ends the following of the stream; null while it is not followed. */
let unfollow: (() => void) | null = null

/**
 * The changes of an avatar, which override the fields of the server's answer. The stream is followed while the
 * component is mounted.
 */
export function useLive(id: string): LiveState {
  const subscribe = useCallback((listener: () => void) => subscribeTo(id, listener), [id])
  return useSyncExternalStore(subscribe, () => states.get(id) ?? UNCHANGED)
}

export function setLive(id: string, changes: LiveState): void {
  const state = { ...states.get(id), ...changes }
  states.delete(id)
  states.set(id, state)
  if (states.size > MAX_STATES) states.delete(states.keys().next().value!)
  for (const listener of listeners.get(id) ?? []) listener()
}

/**
 * Adds the visitor's own like to an avatar's likes, or takes it away.
 * @param answeredLikes the likes in the server's answer.
 */
export function addLike(id: string, answeredLikes: number, change: 1 | -1): void {
  setLive(id, { likes: Math.max(0, (states.get(id)?.likes ?? answeredLikes) + change) })
}

function subscribeTo(id: string, listener: () => void): () => void {
  const avatarListeners = listeners.get(id) ?? new Set()
  listeners.set(id, avatarListeners.add(listener))
  unfollow ??= followSoon()
  return () => {
    avatarListeners.delete(listener)
    if (avatarListeners.size === 0) listeners.delete(id)
    if (listeners.size === 0) setTimeout(unfollowIfUnused, CLOSE_DELAY_MS)
  }
}

function unfollowIfUnused(): void {
  if (listeners.size > 0) return
  unfollow?.()
  unfollow = null
}

/**
 * Follows the stream after a delay, once the page is idle.
 * @returns a function that ends the following.
 */
function followSoon(): () => void {
  let isEnded = false
  /** Ends what was begun last: to follow the stream, or to wait until its code can be loaded. */
  let end = () => {}
  let timer: ReturnType<typeof setTimeout>
  const follow = async () => {
    if (isEnded) return
    const module = await import('./stream.ts').catch(() => null)
    if (isEnded) return
    end =
      module === null
        ? onReachable(followAfterDelay)
        : module.followStream({ apply: setLive, shownIds: () => listeners.keys() })
  }
  const followAfterDelay = () => {
    end()
    timer = setTimeout(() => whenIdle(follow), OPEN_DELAY_MS)
  }
  followAfterDelay()
  return () => {
    isEnded = true
    clearTimeout(timer)
    end()
  }
}
