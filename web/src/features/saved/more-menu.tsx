import { useId, useState } from 'react'
import More from '~icons/lucide/ellipsis'
import { addressOf } from '../../lib/api.ts'
import { formatCount } from '../../lib/format.ts'
import buttons from '../../ui/button.module.css'
import { Dialog } from '../../ui/dialog.tsx'
import forms from '../../ui/form.module.css'
import { ImportDialog } from './import-dialog.tsx'
import styles from './saved.module.css'
import { useSavedTexts } from './texts.ts'
import type { SavedActs } from './use-saved-acts.ts'

const FORMATS = ['json', 'csv', 'vrcx'] as const

/** Imports, exports, clears and restores the whole collection. */
export function MoreMenu({ acts, saved }: { acts: SavedActs; saved: number }) {
  const texts = useSavedTexts()
  const id = useId()
  const [open, setOpen] = useState<'import' | 'clear' | null>(null)
  const hide = () => document.getElementById(id)?.hidePopover()
  const choose = (run: () => void) => () => {
    hide()
    run()
  }
  return (
    <>
      <button type="button" className={styles.more} popoverTarget={id} title={texts.more}>
        <More aria-hidden />
      </button>
      <div id={id} popover="auto" className={styles.menu}>
        <button type="button" onClick={choose(() => setOpen('import'))}>
          {texts.importFile}
        </button>
        <p>{texts.exportAs}</p>
        {FORMATS.map(format => (
          <a key={format} href={addressOf('/favorites/export', {}, { format })} download onClick={hide}>
            {texts.formats[format]}
          </a>
        ))}
        <hr />
        <button type="button" onClick={choose(() => void acts.restore())}>
          {texts.restore}
        </button>
        <button type="button" disabled={saved === 0} onClick={choose(() => setOpen('clear'))}>
          {texts.clear}
        </button>
      </div>
      {open === 'import' && <ImportDialog close={() => setOpen(null)} />}
      {open === 'clear' && (
        <Dialog title={texts.clearTitle} close={() => setOpen(null)}>
          <p className={styles.lead}>{texts.clearText(formatCount(saved), saved)}</p>
          <div className={forms.end}>
            <button
              type="button"
              className={buttons.main}
              onClick={() => {
                setOpen(null)
                void acts.clear()
              }}
            >
              {texts.clearNow}
            </button>
          </div>
        </Dialog>
      )}
    </>
  )
}
