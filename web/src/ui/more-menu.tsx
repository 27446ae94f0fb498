import { type ReactNode, useId } from 'react'
import More from '~icons/lucide/ellipsis'
import styles from './more-menu.module.css'

interface MoreMenuProps {
  /** Says what the menu has. */
  label: string
  /** Makes its buttons and links. @param choose makes what closes the menu, which gives the focus back, and then acts. */
  children: (choose: (act?: () => void) => () => void) => ReactNode
}

/** The button "⋯", and the panel of acts that it opens beside itself. */
export function MoreMenu({ label, children }: MoreMenuProps) {
  const id = useId()
  const choose = (act?: () => void) => () => {
    document.getElementById(id)?.hidePopover()
    act?.()
  }
  return (
    <>
      <button type="button" className={styles.more} popoverTarget={id} title={label}>
        <More aria-hidden />
      </button>
      <div id={id} popover="auto" className={styles.menu}>
        {children(choose)}
      </div>
    </>
  )
}
