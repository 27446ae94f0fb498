import { useQueryClient } from '@tanstack/react-query'
import { type RefObject, useEffect } from 'react'
import { followMarks } from '../lib/marks-of-tabs.ts'
import { keepOfflinePage } from '../lib/offline.ts'
import { keepFocus } from './keep-focus.ts'

/** Milliseconds between two looks for a newer build. */
const LOOK_MS = 10 * 60_000

interface BackgroundProps {
  main: RefObject<HTMLElement | null>
  /** Is told `true` when the server has another build. */
  onOutdated: (isOutdated: true) => void
}

/**
 * Does what a first page does not need: it keeps the focus in the page's main part, and a page for the time without a
 * connection, follows what other tabs mark, and looks for a newer build when the visitor comes back to the tab.
 */
export function Background({ main, onOutdated }: BackgroundProps) {
  useEffect(() => keepFocus(main.current!), [main])
  const queries = useQueryClient()
  useEffect(() => followMarks(queries), [queries])
  useEffect(keepOfflinePage, [])
  useEffect(() => {
    let lookedAt = Date.now()
    const look = async () => {
      if (document.hidden || Date.now() - lookedAt < LOOK_MS) return
      lookedAt = Date.now()
      if (await isOutdated()) onOutdated(true)
    }
    addEventListener('visibilitychange', look)
    return () => removeEventListener('visibilitychange', look)
  }, [onOutdated])
  return null
}

/** Compares the script of the page with that of the page which the server would answer now. */
async function isOutdated(): Promise<boolean> {
  const { pathname } = new URL(document.querySelector<HTMLScriptElement>('script[type=module]')!.src)
  const html = await fetch('/', { headers: { Accept: 'text/html', 'Search-Provisional': '?1' } }).then(
    response => (response.ok ? response.text() : ''),
    () => '',
  )
  return html !== '' && !html.includes(`"${pathname}"`)
}
