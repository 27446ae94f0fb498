import { type RefObject, useEffect, useState } from 'react'
import { LazyBoundary, lazyPart } from '../ui/lazy-part.tsx'
import { isReady } from './is-ready.ts'
import styles from './shell.module.css'
import { useShellTexts } from './texts.ts'

const BackgroundWork = lazyPart(async () => {
  // Lets the pictures of the first screen be requested first.
  await new Promise(resolve => setTimeout(resolve))
  return import('./background-work.tsx')
}, 'BackgroundWork')

/**
 * Says that the server has another build: when a part of this build is gone, or when the background check finds a newer
 * one.
 */
export function UpdateNotice({ main }: { main: RefObject<HTMLElement | null> }) {
  const texts = useShellTexts()
  const [hasUpdate, setUpdate] = useState(false)
  useEffect(() => {
    // Without a connection, or while the server is away, no part can be loaded, so that does not mean a newer build.
    addEventListener('vite:preloadError', async () => {
      if (navigator.onLine && (await isReady())) setUpdate(true)
    })
  }, [])
  return (
    <>
      <LazyBoundary>
        <BackgroundWork main={main} onOutdated={setUpdate} />
      </LazyBoundary>
      {hasUpdate && (
        <p className={styles.notice} role="status">
          {texts.newVersion}{' '}
          <button type="button" className={styles.act} onClick={() => location.reload()}>
            {texts.reload}
          </button>
        </p>
      )}
    </>
  )
}
