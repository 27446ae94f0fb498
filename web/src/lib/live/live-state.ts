import { useCallback, useSyncExternalStore } from 'react'

/** The state of an avatar that became known after its answer. */
export interface LiveState {
  readonly views?: number
  readonly likes?: number
  /** True when a moderator blocked it. */
  readonly isBlocked?: boolean
}

const UNCHANGED: LiveState = {}

/** Avatars whose state is kept; the one that changed longest ago goes first. */
const MAX_AVATARS = 5000

/**
 * Milliseconds from the first avatar on a page to the stream: over HTTP/1.1 it holds one of the six connections by which
 * the pictures of the first screen come, and the page that was just loaded has new counters.
 */
const START_MS = 2000

/** The longest wait after these for a moment when the page has nothing else to do. */
const IDLE_MS = 3000

/** Milliseconds for which a page without avatars keeps the stream: the next page often has some. */
const END_MS = 1000

const states = new Map<string, LiveState>()
const listeners = new Map<string, Set<() => void>>()
let stop: (() => void) | null = null

/** The newest state of an avatar, which replaces that of its answer; while it is shown, the stream is followed. */
export function useLive(id: string): LiveState {
  const subscribe = useCallback((listener: () => void) => subscribeTo(id, listener), [id])
  return useSyncExternalStore(subscribe, () => states.get(id) ?? UNCHANGED)
}

/** Sets parts of the state of an avatar. */
export function setLive(id: string, changed: LiveState): void {
  const state = { ...states.get(id), ...changed }
  states.delete(id)
  states.set(id, state)
  if (states.size > MAX_AVATARS) states.delete(states.keys().next().value!)
  for (const listener of listeners.get(id) ?? []) listener()
}

/** Changes the likes of an avatar by the visitor's own. @param before the likes of its answer. */
export function addLike(id: string, before: number, by: 1 | -1): void {
  setLive(id, { likes: Math.max(0, (states.get(id)?.likes ?? before) + by) })
}

function subscribeTo(id: string, listener: () => void): () => void {
  const those = listeners.get(id) ?? new Set()
  listeners.set(id, those.add(listener))
  stop ??= follow()
  return () => {
    those.delete(listener)
    if (those.size === 0) listeners.delete(id)
    if (listeners.size === 0) setTimeout(endUnused, END_MS)
  }
}

function endUnused(): void {
  if (listeners.size > 0) return
  stop?.()
  stop = null
}

/** Follows the stream from soon on, when the page is idle. @returns ends that. */
function follow(): () => void {
  let isOver = false
  let end = () => {}
  let timer: ReturnType<typeof setTimeout>
  const start = async () => {
    if (isOver) return
    const module = await import('./stream.ts').catch(() => null)
    if (isOver) return
    if (module === null) return addEventListener('online', begin, { once: true })
    end = module.followStream({ apply: setLive, shown: () => listeners.keys() })
  }
  const begin = () => {
    timer = setTimeout(() => whenIdle(start), START_MS)
  }
  begin()
  return () => {
    isOver = true
    clearTimeout(timer)
    removeEventListener('online', begin)
    end()
  }
}

function whenIdle(run: () => void): void {
  // Not every browser has it.
  if (window.requestIdleCallback === undefined) run()
  else requestIdleCallback(run, { timeout: IDLE_MS })
}
