import { type KeyboardEvent, type ReactNode, useId } from 'react'
import More from '~icons/lucide/ellipsis'
import buttons from './button.module.css'
import styles from './more-menu.module.css'

interface MoreMenuProps {
  /** Says what the menu has. */
  label: string
  /** Makes its buttons and links. @param choose makes what closes the menu, which gives the focus back, and then acts. */
  children: (choose: (act?: () => void) => () => void) => ReactNode
}

/** The button "⋯", and the panel of acts that it opens beside itself; arrows, Home and End move between them. */
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

/** Moves the focus as in a menu (WAI-ARIA, "menu" pattern), also into it from its button. */
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
