import type { EventFrame } from '@avatary/contract/events'
import { AvatarEvents } from './avatar-events.ts'
import type { LiveState } from './live-state.ts'
import { WantedAvatars } from './wanted-avatars.ts'

/** Name of the lock that the tab with the stream holds, and of the channel between tabs. */
const LOCK_AND_CHANNEL = 'avatary-live'

/** Milliseconds between a tab's reports of its visible avatars, which change constantly while scrolling. */
const REPORT_INTERVAL_MS = 2000

type Apply = (id: string, changes: LiveState) => void

/** A frame of the stream, or the avatars that a tab shows. */
type Message = { readonly frame: EventFrame } | { readonly tab: number; readonly ids: readonly string[] }

interface FollowInput {
  /** Called with what has changed about an avatar. */
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
  const channel = new BroadcastChannel(LOCK_AND_CHANNEL)
  const tab = Math.random()
  const wantedAvatars = new WantedAvatars()
  const events = new AvatarEvents(frame => {
    applyFrame(frame, apply)
    channel.postMessage({ frame } satisfies Message)
  })
  channel.onmessage = ({ data }: MessageEvent<Message>) => {
    if ('frame' in data) applyFrame(data.frame, apply)
    else wantedAvatars.note(data.tab, data.ids)
  }
  let giveUpOwnership: (() => void) | null = null
  let isOwner = false
  const report = () => {
    const ids = [...shownIds()]
    wantedAvatars.note(tab, ids)
    if (isOwner) events.follow(wantedAvatars.all())
    else channel.postMessage({ tab, ids } satisfies Message)
  }
  const onOwnership = () => {
    isOwner = true
    report()
    return () => {
      isOwner = false
      events.close()
    }
  }
  let timer: ReturnType<typeof setInterval>
  const followWhileVisible = () => {
    clearInterval(timer)
    if (document.hidden) {
      giveUpOwnership?.()
      giveUpOwnership = null
      return
    }
    timer = setInterval(report, REPORT_INTERVAL_MS)
    giveUpOwnership ??= requestOwnership(onOwnership)
  }
  followWhileVisible()
  addEventListener('visibilitychange', followWhileVisible)
  return () => {
    removeEventListener('visibilitychange', followWhileVisible)
    clearInterval(timer)
    giveUpOwnership?.()
    channel.close()
  }
}

/**
 * Calls `onOwnership` once this tab owns the stream, and the function that it returns when the ownership ends.
 * @returns a function that gives up the ownership, or the request for it.
 */
function requestOwnership(onOwnership: () => () => void): () => void {
  // Over plain HTTP, browsers provide locks only on this machine; elsewhere each visible tab has a stream.
  if (navigator.locks === undefined) return onOwnership()
  const lockRequest = new AbortController()
  const { promise: whenGivenUp, resolve: giveUp } = Promise.withResolvers<void>()
  const lock = navigator.locks.request(LOCK_AND_CHANNEL, { signal: lockRequest.signal }, async () => {
    const onEnd = onOwnership()
    await whenGivenUp
    onEnd()
  })
  // Giving up before the lock was granted rejects the request.
  lock.catch(() => {})
  return () => {
    giveUp()
    lockRequest.abort()
  }
}

function applyFrame(frame: EventFrame, apply: Apply): void {
  const { id } = frame
  if (frame.type === 'counts') apply(id, { views: frame.views, likes: frame.likes })
  else apply(id, { isBlocked: frame.type === 'blocked' })
}
