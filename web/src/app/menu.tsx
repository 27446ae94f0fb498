import { useState } from 'react'
import Settings from '~icons/lucide/settings-2'
import { initialOf } from '../lib/avatar.ts'
import { useSession } from '../lib/session.ts'
import { LazyBoundary, lazyPart } from '../ui/lazy-part.tsx'
import { SkeletonLines } from '../ui/skeleton-grid.tsx'
import styles from './menu.module.css'
import { useShellTexts } from './texts.ts'

const MENU_ID = 'menu'

const MenuContent = lazyPart(() => import('./menu-content.tsx'), 'MenuContent', SkeletonLines)

/** The button that opens the menu with account and settings. */
export function MenuButton() {
  const texts = useShellTexts()
  const { person } = useSession()
  const name = person === null ? texts.settings : texts.account
  return (
    <button type="button" className={styles.menuButton} popoverTarget={MENU_ID} title={name}>
      {person === null ? (
        <Settings aria-hidden />
      ) : (
        <span className={styles.initial} aria-hidden="true">
          {initialOf(person.name).toUpperCase()}
        </span>
      )}
    </button>
  )
}

/** The menu that the button opens: below the button, or on narrow screens a bottom sheet. */
export function MenuPopover() {
  const texts = useShellTexts()
  const [wasOpen, setWasOpen] = useState(false)
  const close = () => document.getElementById(MENU_ID)?.hidePopover()
  const closeAfterFailure = () => {
    close()
    // Unmounts the content, so that the next opening loads it again.
    setWasOpen(false)
  }
  return (
    <div
      id={MENU_ID}
      popover="auto"
      role="dialog"
      aria-label={texts.settings}
      className={styles.menu}
      tabIndex={-1}
      onBeforeToggle={() => setWasOpen(true)}
      onToggle={({ newState, currentTarget }) => newState === 'open' && currentTarget.focus()}
    >
      {wasOpen && (
        <LazyBoundary close={closeAfterFailure}>
          <MenuContent close={close} />
        </LazyBoundary>
      )}
    </div>
  )
}
