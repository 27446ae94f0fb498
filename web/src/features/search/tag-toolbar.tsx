import { useRef } from 'react'
import Close from '~icons/lucide/x'
import { formatCount } from '../../lib/format.ts'
import { useToolbar } from '../../ui/use-toolbar.ts'
import styles from './search.module.css'
import { useSearchTexts } from './texts.ts'

/** A tag or a creator that narrows the results, or would. */
export interface TagChip {
  readonly key: string
  readonly text: string
  readonly isChosen: boolean
  /** Avatars that it would leave. */
  readonly count?: number
  /** Chooses it, or takes it away. */
  readonly press: () => void
}

/** Tags as buttons in a row, which are one stop of the tab key. */
export function TagToolbar({ chips }: { chips: readonly TagChip[] }) {
  const texts = useSearchTexts()
  const toolbar = useRef<HTMLDivElement>(null)
  const { current, onKeyDown, onFocus, onBlur } = useToolbar(toolbar, chips.length)
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
      {chips.map(({ key, text, isChosen, count, press }, index) => (
        <button
          key={key}
          type="button"
          className={styles.tag}
          data-index={index}
          tabIndex={index === current ? 0 : -1}
          aria-pressed={isChosen || undefined}
          aria-label={isChosen ? texts.removeTag(text) : undefined}
          onClick={press}
        >
          <bdi>{text}</bdi>
          {isChosen && <Close aria-hidden />}
          {count !== undefined && <small className="num">{formatCount(count)}</small>}
        </button>
      ))}
    </div>
  )
}
