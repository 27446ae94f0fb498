import type { EventFrame } from '@avatary/contract/events'
import { AvatarEvents } from './avatar-events.ts'
import type { LiveState } from './live-state.ts'
import { WantedAvatars } from './wanted-avatars.ts'

/** Name of the lock that the tab with the stream holds, and of the channel between tabs. */
const NAME = 'avatary-live'

/** Milliseconds between a tab's reports of its visible avatars, which change constantly while scrolling. */
const REPORT_MS = 2000

type Apply = (id: string, changed: LiveState) => void

/** A frame of the stream, or the avatars that a tab shows. */
type Message = { readonly frame: EventFrame } | { readonly tab: number; readonly ids: readonly string[] }

interface FollowInput {
  readonly apply: Apply
  /** The avatars that this tab shows at present. */
  readonly shownIds: () => Iterable<string>
}

/**
 * Follows the changes of the avatars that visible tabs show. Only one tab opens a stream, because over HTTP/1.1 a
 * browser has six connections per site.
 * @returns a function that stops following.
 */
export function followStream({ apply, shownIds }: FollowInput): () => void {
  const channel = new BroadcastChannel(NAME)
  const tab = Math.random()
  const wantedAvatars = new WantedAvatars()
  const events = new AvatarEvents(frame => {
    take(frame, apply)
    channel.postMessage({ frame } satisfies Message)
  })
  channel.onmessage = ({ data }: MessageEvent<Message>) => {
    if ('frame' in data) take(data.frame, apply)
    else wantedAvatars.note(data.tab, data.ids)
  }
  let leave: (() => void) | null = null
  let isOwner = false
  const report = () => {
    const ids = [...shownIds()]
    wantedAvatars.note(tab, ids)
    if (isOwner) events.follow(wantedAvatars.all())
    else channel.postMessage({ tab, ids } satisfies Message)
  }
  const own = () => {
    isOwner = true
    report()
    return () => {
      isOwner = false
      events.close()
    }
  }
  let timer: ReturnType<typeof setInterval>
  const update = () => {
    clearInterval(timer)
    if (document.hidden) {
      leave?.()
      leave = null
      return
    }
    timer = setInterval(report, REPORT_MS)
    leave ??= whileOwningStream(own)
  }
  update()
  addEventListener('visibilitychange', update)
  return () => {
    removeEventListener('visibilitychange', update)
    clearInterval(timer)
    leave?.()
    channel.close()
  }
}

/**
 * Calls `open` once this tab owns the stream.
 * @returns a function that gives up the ownership, or the request for it.
 */
function whileOwningStream(open: () => () => void): () => void {
  // Over plain HTTP, browsers provide locks only on this machine; elsewhere each visible tab has a stream.
  if (navigator.locks === undefined) return open()
  const lockRequest = new AbortController()
  const { promise: left, resolve: leave } = Promise.withResolvers<void>()
  const owned = navigator.locks.request(NAME, { signal: lockRequest.signal }, async () => {
    const close = open()
    await left
    close()
  })
  // Giving up before the lock was granted rejects the request.
  owned.catch(() => {})
  return () => {
    leave()
    lockRequest.abort()
  }
}

function take(frame: EventFrame, apply: Apply): void {
  const { id } = frame
  if (frame.type === 'counts') apply(id, { views: frame.views, likes: frame.likes })
  else apply(id, { isBlocked: frame.type === 'blocked' })
}
