import Close from '~icons/lucide/x'
import { formatCount } from '../../lib/format.ts'
import { useKey } from '../../lib/keys.ts'
import buttons from '../../ui/button.module.css'
import { MOST_AVATARS } from './api.ts'
import styles from './studio.module.css'
import { useStudioTexts } from './texts.ts'

interface SelectionBarProps {
  count: number
  /** Avatars that the table shows, on all pages. */
  total: number
  selectAll: () => void
  setListed: (listed: boolean) => void
  end: () => void
}

/** Acts on the chosen avatars; it stands at the bottom while some are chosen. */
export function SelectionBar({ count, total, selectAll, setListed, end }: SelectionBarProps) {
  const texts = useStudioTexts()
  useKey('Escape', end)
  const name = texts.selected(formatCount(count))
  return (
    <div className={styles.selection} role="toolbar" aria-label={name}>
      <p role="status">{name}</p>
      {count < Math.min(total, MOST_AVATARS) && (
        <button type="button" className={buttons.quiet} onClick={selectAll}>
          {total > MOST_AVATARS ? texts.selectFirst(formatCount(MOST_AVATARS)) : texts.selectAll}
        </button>
      )}
      <button type="button" className={buttons.main} onClick={() => setListed(false)}>
        {texts.unlist}
      </button>
      <button type="button" className={buttons.button} onClick={() => setListed(true)}>
        {texts.relist}
      </button>
      <button type="button" className={styles.end} aria-label={texts.deselect} onClick={end}>
        <Close aria-hidden />
      </button>
    </div>
  )
}
