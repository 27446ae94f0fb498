import { useState } from 'react'
import Close from '~icons/lucide/x'
import { useSession } from '../lib/session.ts'
import buttons from '../ui/button.module.css'
import { LazyBoundary, lazyPart } from '../ui/lazy-part.tsx'
import styles from './demo.module.css'
import { useShellTexts } from './texts.ts'

const STORAGE_KEY = 'demo dismissed'

const Help = lazyPart(() => import('./demo-help.tsx'), 'DemoHelp')

/** Says that the catalog is made up, and how to fill it, until it is dismissed in this tab. */
export function DemoBar() {
  const texts = useShellTexts()
  const { features } = useSession()
  const [isDismissed, setDismissed] = useState(() => sessionStorage.getItem(STORAGE_KEY) !== null)
  const [isHelpOpen, setHelpOpen] = useState(false)
  if (!features.demo || isDismissed) return null
  const closeHelp = () => setHelpOpen(false)
  const dismiss = () => {
    sessionStorage.setItem(STORAGE_KEY, '1')
    setDismissed(true)
  }
  return (
    <>
      <aside className={styles.bar} aria-label={texts.demo}>
        <p>
          <b>{texts.demo}</b> <span>{texts.demoText}</span>
        </p>
        <button type="button" className={styles.help} onClick={() => setHelpOpen(true)}>
          {texts.fillCatalog}
        </button>
        <button
          type="button"
          className={`${buttons.round} ${styles.dismiss}`}
          aria-label={texts.dismissDemo}
          onClick={dismiss}
        >
          <Close aria-hidden />
        </button>
      </aside>
      {isHelpOpen && (
        <LazyBoundary close={closeHelp}>
          <Help close={closeHelp} />
        </LazyBoundary>
      )}
    </>
  )
}
