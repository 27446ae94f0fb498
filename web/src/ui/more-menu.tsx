import { type KeyboardEvent, type ReactNode, useId } from 'react'
import More from '~icons/lucide/ellipsis'
import buttons from './button.module.css'
import styles from './more-menu.module.css'

interface MoreMenuProps {
  /** Accessible name of the menu. */
  label: string
  /**
   * Renders its buttons and links.
   * @param choose wraps an act: the menu closes and returns the focus, then the act runs.
   */
  children: (choose: (act?: () => void) => () => void) => ReactNode
}

/** A "⋯" button that opens a menu beside itself; arrow keys, Home and End move in it. */
export function MoreMenu({ label, children }: MoreMenuProps) {
  const id = useId()
  const choose = (act?: () => void) => () => {
    document.getElementById(id)?.hidePopover()
    act?.()
  }
  const onKeyDown = (event: KeyboardEvent) => moveWithin(document.getElementById(id)!, event)
  return (
    <>
      <button
        type="button"
        className={`${buttons.round} ${styles.more}`}
        popoverTarget={id}
        title={label}
        onKeyDown={onKeyDown}
      >
        <More aria-hidden />
      </button>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: keys move between its buttons and links */}
      <div id={id} popover="auto" className={styles.menu} onKeyDown={onKeyDown}>
        {children(choose)}
      </div>
    </>
  )
}

/** Moves the focus inside of the menu, or from its button into it (WAI-ARIA, "menu" pattern). */
function moveWithin(menu: HTMLElement, event: KeyboardEvent): void {
  if (!menu.matches(':popover-open')) return
  if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return
  const entries = [...menu.querySelectorAll<HTMLElement>('a, button:enabled')]
  const index = entries.indexOf(document.activeElement as HTMLElement)
  const places: Readonly<Record<string, number>> = {
    ArrowDown: (index + 1) % entries.length,
    ArrowUp: Math.max(0, index) - 1,
    Home: 0,
    End: -1,
  }
  const place = places[event.key]
  if (place === undefined) return
  event.preventDefault()
  entries.at(place)?.focus()
}
