import { useQueryClient } from '@tanstack/react-query'
import { type RefObject, useEffect } from 'react'
import { followMarks } from '../lib/marks-of-tabs.ts'
import { keepOfflinePage } from '../lib/offline.ts'
import { PROVISIONAL_HEADERS } from '../lib/typing.ts'
import { whenIdle, whenLoaded } from '../lib/when-idle.ts'
import { keepFocus } from './keep-focus.ts'
import { retryWhenServerReturns } from './retry-when-server-returns.ts'
import { AvatarPage } from './routes.ts'

/** Minimum milliseconds between two checks for a newer build. */
const CHECK_PAUSE_MS = 10 * 60_000

interface BackgroundWorkProps {
  main: RefObject<HTMLElement | null>
  /** Called with `true` when the server has another build. */
  onOutdated: (isOutdated: true) => void
}

/**
 * Starts what the first page does not need: keeps the focus inside of the page's main part, caches the offline page,
 * loads the code of avatars' pages, which visitors usually open next, follows marks set in other tabs, loads again what
 * failed once the server is back, and checks for a newer build when the visitor returns to the tab.
 */
export function BackgroundWork({ main, onOutdated }: BackgroundWorkProps) {
  useEffect(() => keepFocus(main.current!), [main])
  const queryClient = useQueryClient()
  useEffect(() => followMarks(queryClient), [queryClient])
  useEffect(() => retryWhenServerReturns(queryClient), [queryClient])
  useEffect(keepOfflinePage, [])
  useEffect(loadAvatarPage, [])
  useEffect(() => {
    let checkedAt = Date.now()
    const check = async () => {
      if (document.hidden || Date.now() - checkedAt < CHECK_PAUSE_MS) return
      checkedAt = Date.now()
      if (await isOutdated()) onOutdated(true)
    }
    addEventListener('visibilitychange', check)
    return () => removeEventListener('visibilitychange', check)
  }, [onOutdated])
  return null
}

/** Loads the code of avatars' pages, unless the browser is to save data. */
function loadAvatarPage(): void {
  const { connection } = navigator as { connection?: { readonly saveData?: boolean } }
  if (connection?.saveData !== true) whenLoaded(() => whenIdle(AvatarPage.loadAhead))
}

/** True if the server's page has another script than this page, so that it is of another build. */
async function isOutdated(): Promise<boolean> {
  const { pathname } = new URL(document.querySelector<HTMLScriptElement>('script[type=module]')!.src)
  const html = await fetch('/', { headers: { Accept: 'text/html', ...PROVISIONAL_HEADERS } }).then(
    response => (response.ok ? response.text() : ''),
    () => '',
  )
  return html !== '' && !html.includes(`"${pathname}"`)
}
