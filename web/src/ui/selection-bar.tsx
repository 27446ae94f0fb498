import { type ReactNode, useLayoutEffect } from 'react'
import All from '~icons/lucide/check'
import Close from '~icons/lucide/x'
import { formatCount } from '../lib/format.ts'
import { useKey } from '../lib/keys.ts'
import buttons from './button.module.css'
import { focusResults } from './focus-results.ts'
import styles from './selection-bar.module.css'
import { useUiTexts } from './texts.ts'

export interface SelectionBarProps {
  /** Number of selected items. */
  count: number
  /** Number of items in the list. */
  total: number
  /** Maximum number of items that can be selected. */
  maxCount: number
  selectAll: () => void
  /** Text of the button that ends the selection, as Escape does. */
  endName: string
  end: () => void
  /** Buttons that act on the selection; phones show the icon above the text. */
  children: ReactNode
}

/** A bar of buttons that act on the selection of a list, at the bottom while something is selected. */
export function SelectionBar(props: SelectionBarProps) {
  const { count, total, maxCount, selectAll, endName, end, children } = props
  const texts = useUiTexts()
  const name = texts.selected(formatCount(count))
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
      <div className={styles.acts}>
        {count < Math.min(total, maxCount) && (
          <button type="button" className={buttons.quiet} onClick={selectAll}>
            <All aria-hidden />
            {total > maxCount ? texts.selectFirst(formatCount(maxCount)) : texts.selectAll}
          </button>
        )}
        {children}
      </div>
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
