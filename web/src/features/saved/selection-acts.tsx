import Copy from '~icons/lucide/copy'
import Download from '~icons/lucide/download'
import Move from '~icons/lucide/folder-input'
import Trash from '~icons/lucide/trash-2'
import { csvOf, downloadFile } from '../../lib/csv.ts'
import buttons from '../../ui/button.module.css'
import { SelectionBar, type SelectionBarProps } from '../../ui/selection-bar.tsx'
import { useCopy } from '../../ui/use-copy.ts'
import { WriteButton } from '../../ui/write-button.tsx'
import { MAX_ACTS, type SelectedAvatar } from './api.ts'
import { useSavedTexts } from './texts.ts'

interface SelectionActsProps extends Pick<SelectionBarProps, 'total' | 'selectAll' | 'end'> {
  avatars: readonly SelectedAvatar[]
  move: () => void
  remove: () => void
}

export function SelectionActs({ avatars, move, remove, ...bar }: SelectionActsProps) {
  const texts = useSavedTexts()
  const copy = useCopy()
  const isEmpty = avatars.length === 0
  return (
    <SelectionBar count={avatars.length} maxCount={MAX_ACTS} endName={texts.deselect} {...bar}>
      <WriteButton className={buttons.main} aria-disabled={isEmpty} onClick={move}>
        <Move aria-hidden />
        {texts.move}
      </WriteButton>
      <WriteButton className={buttons.button} aria-disabled={isEmpty} onClick={remove}>
        <Trash aria-hidden />
        {texts.remove}
      </WriteButton>
      <button
        type="button"
        className={buttons.quiet}
        aria-disabled={isEmpty}
        onClick={() => void copy(avatars.map(({ id }) => id).join('\n'))}
      >
        <Copy aria-hidden />
        {texts.copyIds}
      </button>
      <button
        type="button"
        className={buttons.quiet}
        aria-disabled={isEmpty}
        onClick={() => exportVrcx(avatars)}
      >
        <Download aria-hidden />
        {texts.exportSelected}
      </button>
    </SelectionBar>
  )
}

/** Exports a list for VRCX, which can import it. */
function exportVrcx(avatars: readonly SelectedAvatar[]): void {
  const rows = avatars.map(({ id, name, authorId, authorName }) => [id, name, authorId, authorName])
  downloadFile('favorites-vrcx.csv', csvOf(['ID', 'Name', 'Author ID', 'Author Name'], rows))
}
