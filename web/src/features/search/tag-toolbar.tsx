import { type RefObject, useLayoutEffect, useRef } from 'react'
import Close from '~icons/lucide/x'
import { formatCount } from '../../lib/format.ts'
import { useToolbar } from '../../ui/use-toolbar.ts'
import styles from './search.module.css'
import { useSearchTexts } from './texts.ts'

/** The distance between the edge of the row and a tag that was scrolled into view. */
const GAP_PX = 16

/** A tag or a creator that narrows the results, or could. */
export interface TagChip {
  readonly key: string
  readonly text: string
  readonly isSelected: boolean
  /** Number of results that it would leave. */
  readonly count?: number
  /** Selects or deselects it. */
  readonly press: () => void
}

/** A row of tag buttons that is a single tab stop. */
export function TagToolbar({ chips }: { chips: readonly TagChip[] }) {
  const texts = useSearchTexts()
  const toolbar = useRef<HTMLDivElement>(null)
  const { currentIndex, onKeyDown, onFocus, onBlur } = useToolbar(toolbar, chips.length)
  useScrollToSelected(toolbar, chips.find(({ isSelected }) => isSelected)?.text)
  return (
    <div
      ref={toolbar}
      role="toolbar"
      className={styles.tags}
      aria-label={texts.tags}
      onKeyDown={onKeyDown}
      onFocus={onFocus}
      onBlur={onBlur}
    >
      {chips.map(({ key, text, isSelected, count, press }, index) => (
        <button
          key={key}
          type="button"
          className={styles.tag}
          data-index={index}
          tabIndex={index === currentIndex ? 0 : -1}
          aria-pressed={isSelected || undefined}
          aria-label={isSelected ? texts.removeTag(text) : undefined}
          onClick={press}
        >
          <bdi>{text}</bdi>
          {isSelected && <Close aria-hidden />}
          {count !== undefined && <small className="num">{formatCount(count)}</small>}
        </button>
      ))}
    </div>
  )
}

/**
 * On small screens, scrolls the filters sideways until the first selected tag is visible; again whenever that changes.
 */
function useScrollToSelected(toolbar: RefObject<HTMLElement | null>, selectedTag: string | undefined): void {
  useLayoutEffect(() => {
    const filters = toolbar.current!.parentElement!
    const chip = toolbar.current!.querySelector<HTMLElement>('[aria-pressed]')
    if (selectedTag === undefined || chip === null) return
    const hiddenPx = chip.getBoundingClientRect().right - filters.getBoundingClientRect().right
    if (hiddenPx > 0) filters.scrollLeft += hiddenPx + GAP_PX
  }, [toolbar, selectedTag])
}
