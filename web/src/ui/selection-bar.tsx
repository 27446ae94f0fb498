import { type ReactNode, useLayoutEffect } from 'react'
import Close from '~icons/lucide/x'
import { useKey } from '../lib/keys.ts'
import buttons from './button.module.css'
import { focusResults } from './focus-results.ts'
import styles from './selection-bar.module.css'

interface SelectionBarProps {
  /** Says how many items are selected. */
  name: string
  /** Text of the button that ends the selection, as Escape does. */
  endName: string
  end: () => void
  /** Buttons that act on the selection; phones show the icon above the text. */
  children: ReactNode
}

/** A bar of buttons that act on the selection of a list, at the bottom while something is selected. */
export function SelectionBar({ name, endName, end, children }: SelectionBarProps) {
  useKey('Escape', end)
  useLayoutEffect(() => {
    const { dataset } = document.documentElement
    dataset.selecting = ''
    return () => {
      delete dataset.selecting
      // Waits a frame, until the bar has disappeared, and perhaps the selected items, too.
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

/** If the focus was lost, moves it to the card that is the tab stop. */
function returnFocus(): void {
  if (document.activeElement === document.body) focusResults()
}
