import { useLayoutEffect, useRef } from 'react'
import { currentView, followView } from './view.ts'

interface Place {
  readonly y: number
  /** The URL of the link that had the focus. */
  readonly link: string | null
}

const PREFIX = 'place '

const FOCUS_FRAMES = 60

/**
 * Restores scroll position and focus when a history entry is shown again.
 * @param isReady true once the page has its height.
 */
export function useScrollMemory(isReady: boolean): void {
  // The path is included, because an entry can be replaced by one of another page.
  const key = `${entryKey()} ${location.pathname}`
  const restored = useRef<string | null>(null)
  useLayoutEffect(() => {
    if (!isReady || restored.current === key) return
    restored.current = key
    const place = placeAt(key)
    scrollTo({ top: place?.y ?? 0, behavior: 'instant' })
    const link = place?.link
    // Waits a frame, because the shell first moves the focus to the heading.
    if (link) requestAnimationFrame(() => focusLink(link))
  }, [isReady, key])
  // A layout effect ends with the page, before the browser scrolls because the next page is shorter.
  useLayoutEffect(() => {
    let place: Place | null = null
    const note = () => {
      place = currentPlace()
    }
    // Debounced, because writing at each scrolled frame is slow.
    const keep = () => {
      if (place !== null) sessionStorage.setItem(PREFIX + key, JSON.stringify(place))
    }
    const unfollow = followView(note)
    addEventListener('focusin', note)
    addEventListener('pagehide', keep)
    return () => {
      keep()
      unfollow()
      removeEventListener('focusin', note)
      removeEventListener('pagehide', keep)
    }
  }, [key])
}

/**
 * Makes a page begin at its top when it replaces the current history entry.
 * @param path of the page.
 */
export function forgetPlace(path: string): void {
  sessionStorage.removeItem(`${PREFIX}${entryKey()} ${path}`)
}

/** Identifies the history entry. In a browser without the Navigation API, an id is stored in the entry's state. */
function entryKey(): string {
  const key = window.navigation?.currentEntry?.key
  if (key !== undefined) return key
  const state = (history.state ?? {}) as { key?: string }
  const made = state.key ?? crypto.randomUUID()
  if (state.key === undefined) history.replaceState({ ...state, key: made }, '')
  return made
}

function placeAt(key: string): Place | null {
  const text = sessionStorage.getItem(PREFIX + key)
  return text === null ? null : (JSON.parse(text) as Place)
}

function currentPlace(): Place {
  return { y: currentView().scrollY, link: document.activeElement?.getAttribute('href') ?? null }
}

/** Focuses a link as soon as its card is rendered; gives up after a second. */
function focusLink(address: string, frames = FOCUS_FRAMES): void {
  const link = document.querySelector<HTMLElement>(`main a[href="${CSS.escape(address)}"]`)
  link?.focus({ preventScroll: true })
  if (link === null && frames > 0) requestAnimationFrame(() => focusLink(address, frames - 1))
}
