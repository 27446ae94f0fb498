import { useState } from 'react'
import { routeUrl } from '../../lib/api.ts'
import { formatCount } from '../../lib/format.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { MoreMenu } from '../../ui/more-menu.tsx'
import { WriteButton } from '../../ui/write-button.tsx'
import { ImportDialog } from './import-dialog.tsx'
import { useSavedTexts } from './texts.ts'
import type { SavedActs } from './use-saved-acts.ts'

const FORMATS = ['json', 'csv', 'vrcx'] as const

/** A menu to import, export, clear and restore the whole collection. */
export function SavedMenu({ acts, savedCount }: { acts: SavedActs; savedCount: number }) {
  const texts = useSavedTexts()
  const [dialog, setDialog] = useState<'import' | 'clear' | null>(null)
  return (
    <>
      <MoreMenu label={texts.more}>
        {choose => (
          <>
            <button type="button" onClick={choose(() => setDialog('import'))}>
              {texts.importFile}
            </button>
            <p>{texts.exportAs}</p>
            {FORMATS.map(format => (
              <a
                key={format}
                href={routeUrl('/favorites/export', {}, { format })}
                download
                onClick={choose()}
              >
                {texts.formats[format]}
              </a>
            ))}
            <hr />
            <WriteButton onClick={choose(() => void acts.restore())}>{texts.restore}</WriteButton>
            <button type="button" aria-disabled={savedCount === 0} onClick={choose(() => setDialog('clear'))}>
              {texts.clear}
            </button>
          </>
        )}
      </MoreMenu>
      {dialog === 'import' && <ImportDialog close={() => setDialog(null)} />}
      {dialog === 'clear' && (
        <ConfirmDialog
          title={texts.clearTitle}
          confirmText={texts.clearNow}
          close={() => setDialog(null)}
          confirm={() => {
            setDialog(null)
            void acts.clear()
          }}
        >
          <p>{texts.clearText(formatCount(savedCount), savedCount)}</p>
        </ConfirmDialog>
      )}
    </>
  )
}
