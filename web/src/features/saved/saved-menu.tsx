import { useState } from 'react'
import { addressOf } from '../../lib/api.ts'
import { formatCount } from '../../lib/format.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { MoreMenu } from '../../ui/more-menu.tsx'
import { WriteButton } from '../../ui/write-button.tsx'
import { ImportDialog } from './import-dialog.tsx'
import { useSavedTexts } from './texts.ts'
import type { SavedActs } from './use-saved-acts.ts'

const FORMATS = ['json', 'csv', 'vrcx'] as const

/** A menu to import, export, clear and restore the whole collection. */
export function SavedMenu({ acts, saved }: { acts: SavedActs; saved: number }) {
  const texts = useSavedTexts()
  const [open, setOpen] = useState<'import' | 'clear' | null>(null)
  return (
    <>
      <MoreMenu label={texts.more}>
        {choose => (
          <>
            <button type="button" onClick={choose(() => setOpen('import'))}>
              {texts.importFile}
            </button>
            <p>{texts.exportAs}</p>
            {FORMATS.map(format => (
              <a
                key={format}
                href={addressOf('/favorites/export', {}, { format })}
                download
                onClick={choose()}
              >
                {texts.formats[format]}
              </a>
            ))}
            <hr />
            <WriteButton onClick={choose(() => void acts.restore())}>{texts.restore}</WriteButton>
            <button type="button" aria-disabled={saved === 0} onClick={choose(() => setOpen('clear'))}>
              {texts.clear}
            </button>
          </>
        )}
      </MoreMenu>
      {open === 'import' && <ImportDialog close={() => setOpen(null)} />}
      {open === 'clear' && (
        <ConfirmDialog
          title={texts.clearTitle}
          act={texts.clearNow}
          close={() => setOpen(null)}
          confirm={() => {
            setOpen(null)
            void acts.clear()
          }}
        >
          <p>{texts.clearText(formatCount(saved), saved)}</p>
        </ConfirmDialog>
      )}
    </>
  )
}
