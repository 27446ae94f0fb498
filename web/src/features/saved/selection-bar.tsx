import Close from '~icons/lucide/x'
import { csvOf, saveFile } from '../../lib/csv.ts'
import { formatCount } from '../../lib/format.ts'
import { useKey } from '../../lib/keys.ts'
import buttons from '../../ui/button.module.css'
import { useCopy } from '../../ui/use-copy.ts'
import type { Chosen } from './api.ts'
import styles from './saved.module.css'
import { useSavedTexts } from './texts.ts'

interface SelectionBarProps {
  avatars: readonly Chosen[]
  total: number
  selectAll: () => void
  move: () => void
  remove: () => void
  end: () => void
}

/** Acts on the chosen avatars; it stands at the bottom while some are chosen. */
export function SelectionBar({ avatars, total, selectAll, move, remove, end }: SelectionBarProps) {
  const texts = useSavedTexts()
  const copy = useCopy()
  useKey('Escape', end)
  const isNone = avatars.length === 0
  return (
    <div className={styles.selection} role="toolbar" aria-label={texts.selected(formatCount(avatars.length))}>
      <p role="status">{texts.selected(formatCount(avatars.length))}</p>
      {avatars.length < total && (
        <button type="button" className={buttons.quiet} onClick={selectAll}>
          {texts.selectAll}
        </button>
      )}
      <button type="button" className={buttons.main} disabled={isNone} onClick={move}>
        {texts.move}
      </button>
      <button type="button" className={buttons.button} disabled={isNone} onClick={remove}>
        {texts.remove}
      </button>
      <button
        type="button"
        className={buttons.quiet}
        disabled={isNone}
        onClick={() => void copy(avatars.map(({ id }) => id).join('\n'))}
      >
        {texts.copyIds}
      </button>
      <button type="button" className={buttons.quiet} disabled={isNone} onClick={() => exportVrcx(avatars)}>
        {texts.exportChosen}
      </button>
      <button type="button" className={styles.end} aria-label={texts.deselect} onClick={end}>
        <Close aria-hidden />
      </button>
    </div>
  )
}

/** The list that VRCX imports, as this page does. */
function exportVrcx(avatars: readonly Chosen[]): void {
  const rows = avatars.map(({ id, name, authorId, authorName }) => [id, name, authorId, authorName])
  saveFile('favorites-vrcx.csv', csvOf(['ID', 'Name', 'Author ID', 'Author Name'], rows))
}
