import { useLayoutEffect, useRef } from 'react'
import { currentViewport, followViewport } from './viewport.ts'

interface ScrollState {
  readonly y: number
  /** The URL of the link that had the focus. */
  readonly link: string | null
}

const PREFIX = 'scroll '

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
    const scroll = scrollAt(key)
    scrollTo({ top: scroll?.y ?? 0, behavior: 'instant' })
    const link = scroll?.link
    // Waits a frame, because the shell first moves the focus to the heading.
    if (link) requestAnimationFrame(() => focusLink(link))
  }, [isReady, key])
  // A layout effect ends with the page, before the browser scrolls because the next page is shorter.
  useLayoutEffect(() => {
    let scroll: ScrollState | null = null
    const note = () => {
      scroll = currentScroll()
    }
    // Called when the visitor leaves the page, because writing at each scrolled frame is slow.
    const keep = () => {
      if (scroll !== null) sessionStorage.setItem(PREFIX + key, JSON.stringify(scroll))
    }
    const unfollow = followViewport(note)
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
export function clearScroll(path: string): void {
  sessionStorage.removeItem(`${PREFIX}${entryKey()} ${path}`)
}

/** Identifies the history entry. In a browser without the Navigation API, an id is stored in the entry's state. */
function entryKey(): string {
  const key = window.navigation?.currentEntry?.key
  if (key !== undefined) return key
  const state = (history.state ?? {}) as { key?: string }
  const newKey = state.key ?? crypto.randomUUID()
  if (state.key === undefined) history.replaceState({ ...state, key: newKey }, '')
  return newKey
}

function scrollAt(key: string): ScrollState | null {
  const text = sessionStorage.getItem(PREFIX + key)
  return text === null ? null : (JSON.parse(text) as ScrollState)
}

function currentScroll(): ScrollState {
  return { y: currentViewport().scrollY, link: document.activeElement?.getAttribute('href') ?? null }
}

/** Focuses a link as soon as its card is rendered; gives up after a second. */
function focusLink(address: string, frames = FOCUS_FRAMES): void {
  const link = document.querySelector<HTMLElement>(`main a[href="${CSS.escape(address)}"]`)
  link?.focus({ preventScroll: true })
  if (link === null && frames > 0) requestAnimationFrame(() => focusLink(address, frames - 1))
}
