import type { EventFrame } from '@avatary/contract/events'
import { addressOf } from '../api.ts'
import type { LiveState } from './live-state.ts'

/** Names the lock of the tab that holds the stream, and the channel on which it tells the others. */
const NAME = 'avatary-live'

type Apply = (id: string, changed: LiveState) => void

/**
 * Follows the changes of avatars while the tab is visible. One tab of all holds the stream: over HTTP/1.1 a browser
 * has six connections for a site.
 *
 * @returns ends it.
 */
export function followStream(apply: Apply): () => void {
  const channel = new BroadcastChannel(NAME)
  channel.onmessage = ({ data }) => take(data as EventFrame, apply)
  let leave: (() => void) | null = null
  const enter = () =>
    whileOwner(() =>
      openStream(frame => {
        take(frame, apply)
        channel.postMessage(frame)
      }),
    )
  const update = () => {
    if (!document.hidden) leave ??= enter()
    else {
      leave?.()
      leave = null
    }
  }
  update()
  addEventListener('visibilitychange', update)
  return () => {
    removeEventListener('visibilitychange', update)
    leave?.()
    channel.close()
  }
}

/** Runs `open` once this tab is the owner. @returns gives up the ownership, or the wish for it. */
function whileOwner(open: () => () => void): () => void {
  // Browsers have no locks for pages over HTTP, except of this machine: each visible tab has a stream there.
  if (navigator.locks === undefined) return open()
  const waiting = new AbortController()
  const { promise: left, resolve: leave } = Promise.withResolvers<void>()
  const owned = navigator.locks.request(NAME, { signal: waiting.signal }, async () => {
    const close = open()
    await left
    close()
  })
  // Giving up before the lock was granted rejects the request.
  owned.catch(() => {})
  return () => {
    leave()
    waiting.abort()
  }
}

function openStream(receive: (frame: EventFrame) => void): () => void {
  const source = new EventSource(addressOf('/avatars/events'))
  source.onmessage = ({ data }) => receive(JSON.parse(data) as EventFrame)
  return () => source.close()
}

function take(frame: EventFrame, apply: Apply): void {
  const { id } = frame
  if (frame.type === 'counts') apply(id, { views: frame.views, likes: frame.likes })
  else apply(id, { isBlocked: frame.type === 'blocked' })
}
