import All from '~icons/lucide/check'
import Copy from '~icons/lucide/copy'
import Download from '~icons/lucide/download'
import Move from '~icons/lucide/folder-input'
import Trash from '~icons/lucide/trash-2'
import { csvOf, saveFile } from '../../lib/csv.ts'
import { formatCount } from '../../lib/format.ts'
import buttons from '../../ui/button.module.css'
import { SelectionBar } from '../../ui/selection-bar.tsx'
import { useCopy } from '../../ui/use-copy.ts'
import { WriteButton } from '../../ui/write-button.tsx'
import { type Chosen, MAX_ACTS } from './api.ts'
import { useSavedTexts } from './texts.ts'

interface SavedActsProps {
  avatars: readonly Chosen[]
  total: number
  selectAll: () => void
  move: () => void
  remove: () => void
  end: () => void
}

/** Acts on the selected avatars. */
export function SavedActs({ avatars, total, selectAll, move, remove, end }: SavedActsProps) {
  const texts = useSavedTexts()
  const copy = useCopy()
  const isNone = avatars.length === 0
  return (
    <SelectionBar name={texts.selected(formatCount(avatars.length))} endName={texts.deselect} end={end}>
      {avatars.length < Math.min(total, MAX_ACTS) && (
        <button type="button" className={buttons.quiet} onClick={selectAll}>
          <All aria-hidden />
          {total > MAX_ACTS ? texts.selectFirst(formatCount(MAX_ACTS)) : texts.selectAll}
        </button>
      )}
      <WriteButton className={buttons.main} aria-disabled={isNone} onClick={move}>
        <Move aria-hidden />
        {texts.move}
      </WriteButton>
      <WriteButton className={buttons.button} aria-disabled={isNone} onClick={remove}>
        <Trash aria-hidden />
        {texts.remove}
      </WriteButton>
      <button
        type="button"
        className={buttons.quiet}
        aria-disabled={isNone}
        onClick={() => void copy(avatars.map(({ id }) => id).join('\n'))}
      >
        <Copy aria-hidden />
        {texts.copyIds}
      </button>
      <button
        type="button"
        className={buttons.quiet}
        aria-disabled={isNone}
        onClick={() => exportVrcx(avatars)}
      >
        <Download aria-hidden />
        {texts.exportChosen}
      </button>
    </SelectionBar>
  )
}

/** Exports a list for VRCX, which can import it. */
function exportVrcx(avatars: readonly Chosen[]): void {
  const rows = avatars.map(({ id, name, authorId, authorName }) => [id, name, authorId, authorName])
  saveFile('favorites-vrcx.csv', csvOf(['ID', 'Name', 'Author ID', 'Author Name'], rows))
}
