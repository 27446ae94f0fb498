import type { ReactNode } from 'react'
import buttons from './button.module.css'
import { Dialog } from './dialog.tsx'
import forms from './form.module.css'
import { useUiTexts } from './texts.ts'
import { WriteButton } from './write-button.tsx'

interface ConfirmDialogProps {
  title: string
  confirmText: string
  close: () => void
  confirm: () => void
  /** The consequence. */
  children: ReactNode
}

/** Asks before something that cannot simply be undone. */
export function ConfirmDialog({ title, confirmText, close, confirm, children }: ConfirmDialogProps) {
  const texts = useUiTexts()
  return (
    <Dialog title={title} close={close}>
      <div className={forms.form}>
        {children}
        <div className={forms.end}>
          <button type="button" className={buttons.button} onClick={close}>
            {texts.cancel}
          </button>
          <WriteButton className={buttons.main} onClick={confirm}>
            {confirmText}
          </WriteButton>
        </div>
      </div>
    </Dialog>
  )
}
