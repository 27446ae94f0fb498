import { useState } from 'react'
import Settings from '~icons/lucide/settings-2'
import { initialOf } from '../lib/avatar.ts'
import { useSession } from '../lib/session.ts'
import { LazyBoundary, lazyPart } from '../ui/lazy-part.tsx'
import { SkeletonLines } from '../ui/skeleton-grid.tsx'
import styles from './menu.module.css'
import { useShellTexts } from './texts.ts'

const ID = 'menu'

const Menu = lazyPart(() => import('./menu-content.tsx'), 'MenuContent', SkeletonLines)

/** The button that opens account and settings. */
export function MenuButton() {
  const texts = useShellTexts()
  const { person } = useSession()
  const name = person === null ? texts.settings : texts.account
  return (
    <button type="button" className={styles.menuButton} popoverTarget={ID} title={name}>
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

/** The panel that the button opens: below the button, or on narrow screens a bottom sheet. */
export function MenuPopover() {
  const texts = useShellTexts()
  const [wasOpen, setWasOpen] = useState(false)
  const close = () => document.getElementById(ID)?.hidePopover()
  const giveUp = () => {
    close()
    setWasOpen(false)
  }
  return (
    <div
      id={ID}
      popover="auto"
      role="dialog"
      aria-label={texts.settings}
      className={styles.menu}
      tabIndex={-1}
      onBeforeToggle={() => setWasOpen(true)}
      onToggle={({ newState, currentTarget }) => newState === 'open' && currentTarget.focus()}
    >
      {wasOpen && (
        <LazyBoundary close={giveUp}>
          <Menu close={close} />
        </LazyBoundary>
      )}
    </div>
  )
}
