import { useEffect, useState } from 'react'
import styles from './shell.module.css'
import { useShellTexts } from './texts.ts'

/** Milliseconds between two looks for a newer build. */
const LOOK_MS = 10 * 60_000

/** Says that the server has another build, when the visitor comes back to the tab or a part of this build is gone. */
export function UpdateNotice() {
  const texts = useShellTexts()
  const hasUpdate = useUpdate()
  if (!hasUpdate) return null
  return (
    <p className={styles.notice} role="status">
      {texts.updated}{' '}
      <button type="button" className={styles.act} onClick={() => location.reload()}>
        {texts.reload}
      </button>
    </p>
  )
}

function useUpdate(): boolean {
  const [hasUpdate, setUpdate] = useState(false)
  useEffect(() => {
    let lookedAt = Date.now()
    const look = async () => {
      if (document.hidden || Date.now() - lookedAt < LOOK_MS) return
      lookedAt = Date.now()
      if (await isOutdated()) setUpdate(true)
    }
    // Without a connection no part can be loaded, of the newest build either.
    const onGone = () => navigator.onLine && setUpdate(true)
    addEventListener('visibilitychange', look)
    addEventListener('vite:preloadError', onGone)
    return () => {
      removeEventListener('visibilitychange', look)
      removeEventListener('vite:preloadError', onGone)
    }
  }, [])
  return hasUpdate
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
