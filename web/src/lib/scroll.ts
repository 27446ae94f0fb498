import { useLayoutEffect, useRef } from 'react'
import { currentViewport, followViewport } from './viewport.ts'

interface ScrollState {
  readonly y: number
  /** The URL of the link that had the focus. */
  readonly link: string | null
}

const STORAGE_PREFIX = 'scroll '

/** The number of frames, about a second, for which a link to focus is awaited. */
const MAX_FOCUS_FRAMES = 60

/**
 * Restores scroll position and focus when a history entry is shown again; a new one begins at its top.
 * @param isReady true once the page has its height.
 */
export function useScrollMemory(isReady: boolean): void {
  // The path is included, because an entry can be replaced by one of another page.
  const key = `${entryKey()} ${location.pathname}`
  const restoredKey = useRef<string | null>(null)
  useLayoutEffect(() => {
    if (!isReady || restoredKey.current === key) return
    restoredKey.current = key
    const scroll = storedScroll(key)
    scrollTo({ top: scroll?.y ?? 0, behavior: 'instant' })
    const link = scroll?.link
    // Waits a frame, because the shell first moves the focus to the heading.
    if (link) requestAnimationFrame(() => focusLink(link))
  }, [isReady, key])
  // A layout effect ends with the page, before the browser scrolls because the next page is shorter.
  useLayoutEffect(() => {
    let scroll: ScrollState | null = null
    const update = () => {
      scroll = currentScroll()
    }
    // Called when the visitor leaves the page, because writing at each scrolled frame is slow.
    const store = () => {
      if (scroll !== null) sessionStorage.setItem(STORAGE_PREFIX + key, JSON.stringify(scroll))
    }
    const unfollow = followViewport(update)
    addEventListener('focusin', update)
    addEventListener('pagehide', store)
    return () => {
      store()
      unfollow()
      removeEventListener('focusin', update)
      removeEventListener('pagehide', store)
    }
  }, [key])
}

/** Makes the page of a path begin at its top when it replaces the current history entry. */
export function clearScroll(path: string): void {
  sessionStorage.removeItem(`${STORAGE_PREFIX}${entryKey()} ${path}`)
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

function storedScroll(key: string): ScrollState | null {
  const text = sessionStorage.getItem(STORAGE_PREFIX + key)
  return text === null ? null : (JSON.parse(text) as ScrollState)
}

function currentScroll(): ScrollState {
  return { y: currentViewport().scrollY, link: document.activeElement?.getAttribute('href') ?? null }
}

/** Focuses a link as soon as its card is rendered. */
function focusLink(href: string, framesLeft = MAX_FOCUS_FRAMES): void {
  const link = document.querySelector<HTMLElement>(`main a[href="${CSS.escape(href)}"]`)
  link?.focus({ preventScroll: true })
  if (link === null && framesLeft > 0) requestAnimationFrame(() => focusLink(href, framesLeft - 1))
}
