import { type ReactNode, useSyncExternalStore } from 'react'
import { Link, useLocation } from 'wouter'
import Braces from '~icons/lucide/braces'
import Chart from '~icons/lucide/chart-line'
import Search from '~icons/lucide/search'
import { SearchField } from '../features/search/search-field.tsx'
import { Fox } from '../ui/fox.tsx'
import styles from './shell.module.css'
import { type ShellTexts, useShellTexts } from './texts.ts'

const PAGES = [
  { path: '/', icon: Search, text: 'search' },
  { path: '/insights', icon: Chart, text: 'insights' },
  { path: '/docs', icon: Braces, text: 'docs' },
] as const satisfies readonly { path: string; icon: unknown; text: keyof ShellTexts }[]

/** The frame of every page: the bar with the search field above, on narrow screens the links to pages below. */
export function Shell({ children }: { children: ReactNode }) {
  const texts = useShellTexts()
  return (
    <>
      <a className={styles.skip} href="#content">
        {texts.skip}
      </a>
      <header className={styles.top}>
        <Link className={styles.brand} href="/" aria-label="Avatary">
          <Fox />
          <span>Avatary</span>
        </Link>
        <SearchField />
        <nav className={styles.nav}>
          <PageLinks skip="/" />
        </nav>
      </header>
      <OfflineBar />
      <main id="content" tabIndex={-1}>
        {children}
      </main>
      <nav className={styles.dock}>
        <PageLinks />
      </nav>
    </>
  )
}

function PageLinks({ skip }: { skip?: string }) {
  const texts = useShellTexts()
  const [location] = useLocation()
  return PAGES.filter(page => page.path !== skip).map(({ path, icon: Icon, text }) => (
    // The reference is a page of its own, outside of the site's router.
    <a key={path} href={path} aria-current={location === path ? 'page' : undefined}>
      <Icon aria-hidden />
      {texts[text]}
    </a>
  ))
}

function OfflineBar() {
  const texts = useShellTexts()
  const isOnline = useSyncExternalStore(watchConnection, () => navigator.onLine)
  return (
    <p className={styles.offline} role="status" hidden={isOnline}>
      {texts.offline}
    </p>
  )
}

function watchConnection(changed: () => void): () => void {
  addEventListener('online', changed)
  addEventListener('offline', changed)
  return () => {
    removeEventListener('online', changed)
    removeEventListener('offline', changed)
  }
}
