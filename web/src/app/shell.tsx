import { type ReactNode, useEffect, useRef } from 'react'
import { Link, useLocation } from 'wouter'
import Bookmark from '~icons/lucide/bookmark'
import Chart from '~icons/lucide/chart-line'
import Person from '~icons/lucide/circle-user-round'
import Search from '~icons/lucide/search'
import { SearchField } from '../features/search/search-field.tsx'
import { useSequence } from '../lib/keys.ts'
import { OFFLINE_BAR_ID, useOnline } from '../lib/online.ts'
import { useSession } from '../lib/session.ts'
import { useSettings } from '../lib/settings.ts'
import { focusResults } from '../ui/focus-results.ts'
import { Fox } from '../ui/fox.tsx'
import { SignInLink } from '../ui/sign-in-link.tsx'
import { DemoBar } from './demo-bar.tsx'
import { focusHeading } from './focus-heading.ts'
import { MenuButton, MenuPopover } from './menu.tsx'
import styles from './shell.module.css'
import { ShortcutsDialog } from './shortcuts.tsx'
import { type ShellTexts, useShellTexts } from './texts.ts'
import { UpdateNotice } from './update-notice.tsx'

/** True for pages whose grid of results comes after many controls. */
const hasResults = (path: string) => path === '/' || path.startsWith('/creator/')

function skipToResults(): void {
  if (!focusResults()) document.getElementById('content')?.focus()
}

interface PageTarget {
  readonly path: string
  readonly text: keyof ShellTexts
  /** The key that opens the page after `g`. */
  readonly key: string
  /** True for a page that is of no use on a server where nobody can sign in. */
  readonly needsSignIn?: true
}

const SEARCH: PageTarget = { path: '/', text: 'search', key: 's' }
const INSIGHTS: PageTarget = { path: '/insights', text: 'insights', key: 'i' }
const SUBMIT: PageTarget = { path: '/submit', text: 'submit', key: 'u' }
const SAVED: PageTarget = { path: '/saved', text: 'saved', key: 'f', needsSignIn: true }
const ACCOUNT: PageTarget = { path: '/account', text: 'account', key: 'a' }

/** The links at the bottom of narrow screens. */
const DOCK_LINKS = [
  { target: SEARCH, icon: Search },
  { target: INSIGHTS, icon: Chart },
  { target: SAVED, icon: Bookmark },
  { target: ACCOUNT, icon: Person },
]

/**
 * The frame of every page: the bar with the search field at the top, and on narrow screens the links to pages at the
 * bottom.
 */
export function Shell({ children }: { children: ReactNode }) {
  const texts = useShellTexts()
  const main = useFocusAfterNavigation()
  const [location, navigate] = useLocation()
  const { reduceMotion } = useSettings()
  const { person, features } = useSession()
  useEffect(() => {
    document.documentElement.dataset.motion = reduceMotion ? 'reduce' : 'system'
  }, [reduceMotion])
  useSequence(
    'g',
    Object.fromEntries(
      [SEARCH, INSIGHTS, SUBMIT, SAVED, ACCOUNT].map(({ key, path }) => [key, () => navigate(path)]),
    ),
  )
  return (
    <>
      <a className={styles.skip} href="#content">
        {texts.skip}
      </a>
      {hasResults(location) && (
        <button type="button" className={styles.skip} onClick={skipToResults}>
          {texts.skipToResults}
        </button>
      )}
      <DemoBar />
      <header className={styles.top}>
        <Link className={styles.brand} href="/" aria-label="Avatary">
          <Fox />
          <span>Avatary</span>
        </Link>
        <SearchField />
        <div className={styles.end}>
          <nav className={styles.nav} aria-label={texts.pages}>
            {[INSIGHTS, SUBMIT, SAVED].map(target => (
              <PageLink key={target.path} target={target} />
            ))}
            {/* A page of its own, outside of the site's router. */}
            <a href="/docs">{texts.docs}</a>
            {person === null && features.signIn && <SignInLink />}
          </nav>
          <MenuButton />
        </div>
      </header>
      <OfflineBar />
      <UpdateNotice main={main} />
      <main ref={main} id="content" tabIndex={-1}>
        {children}
      </main>
      <nav className={styles.dock} aria-label={texts.pages}>
        {DOCK_LINKS.map(({ target, icon }) => (
          <PageLink key={target.path} target={target} icon={icon} />
        ))}
      </nav>
      <MenuPopover />
      <ShortcutsDialog />
    </>
  )
}

function PageLink({ target, icon: Icon }: { target: PageTarget; icon?: typeof Search }) {
  const { path, text, needsSignIn } = target
  const texts = useShellTexts()
  const { features } = useSession()
  const [location] = useLocation()
  if (needsSignIn && !features.signIn) return null
  const isCurrent = location === path || location.startsWith(`${path}/`)
  return (
    <Link href={path} aria-current={isCurrent ? 'page' : undefined}>
      {Icon && <Icon aria-hidden />}
      {texts[text]}
    </Link>
  )
}

function OfflineBar() {
  const texts = useShellTexts()
  const isOnline = useOnline()
  return (
    <p id={OFFLINE_BAR_ID} className={styles.notice} role="status" hidden={isOnline}>
      {isOnline ? '' : texts.offline}
    </p>
  )
}

/**
 * The ref for the page's `main` element, whose heading gets the focus after a link was followed, so that screen readers
 * begin there.
 */
function useFocusAfterNavigation() {
  const [path] = useLocation()
  const main = useRef<HTMLElement>(null)
  const shownPath = useRef(path)
  useEffect(() => {
    if (shownPath.current === path) return
    shownPath.current = path
    if (document.activeElement instanceof HTMLInputElement) return
    if (focusHeading(main.current!)) return
    main.current!.focus({ preventScroll: true })
    // While the page is still loading, waits for its heading, unless the visitor navigates on.
    const observer = new MutationObserver(() => {
      if (document.activeElement !== main.current || focusHeading(main.current!)) observer.disconnect()
    })
    observer.observe(main.current!, { childList: true, subtree: true })
    return () => observer.disconnect()
  }, [path])
  return main
}
