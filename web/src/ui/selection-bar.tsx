import { type ReactNode, useLayoutEffect } from 'react'
import Close from '~icons/lucide/x'
import { useKey } from '../lib/keys.ts'
import buttons from './button.module.css'
import { focusResults } from './focus-results.ts'
import styles from './selection-bar.module.css'

interface SelectionBarProps {
  /** Says how many are chosen. */
  name: string
  /** Name of the button that ends choosing, as Escape does. */
  endName: string
  end: () => void
  /** The acts on what is chosen: buttons with an icon, which phones show above its text. */
  children: ReactNode
}

/** Acts on what is chosen in a list; it stands at the bottom while something is. */
export function SelectionBar({ name, endName, end, children }: SelectionBarProps) {
  useKey('Escape', end)
  useLayoutEffect(() => {
    const { dataset } = document.documentElement
    dataset.selecting = ''
    return () => {
      delete dataset.selecting
      // When it has gone with the focus, and what was chosen perhaps with it.
      requestAnimationFrame(returnFocus)
    }
  }, [])
  return (
    <div className={styles.selection} role="toolbar" aria-label={name}>
      <p role="status">{name}</p>
      <div className={styles.acts}>{children}</div>
      <button type="button" className={buttons.round} aria-label={endName} onClick={end}>
        <Close aria-hidden />
      </button>
    </div>
  )
}

/** Moves a focus that was lost to the card that the tab key would reach. */
function returnFocus(): void {
  if (document.activeElement === document.body) focusResults()
}
