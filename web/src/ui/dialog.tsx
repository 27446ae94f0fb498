import { type ReactNode, useEffect, useId, useRef } from 'react'
import Close from '~icons/lucide/x'
import buttons from './button.module.css'
import styles from './dialog.module.css'
import { useUiTexts } from './texts.ts'
import { useToastContainer } from './toast.tsx'

interface DialogProps {
  title: string
  close: () => void
  children: ReactNode
}

/**
 * A `ref` for the element to focus when its dialog opens. React does not render the attribute `autofocus`, which
 * `showModal` needs.
 */
export function focusFirst(element: HTMLElement | null): void {
  element?.setAttribute('autofocus', '')
}

/** A modal dialog, open while mounted. Esc, its button and a click outside close it. */
export function Dialog({ title, close, children }: DialogProps) {
  const texts = useUiTexts()
  const dialog = useRef<HTMLDialogElement>(null)
  const heading = useId()
  useEffect(() => {
    const element = dialog.current
    const focusedBefore = document.activeElement
    element?.showModal()
    return () => {
      element?.close()
      if (focusedBefore instanceof HTMLElement) focusedBefore.focus({ preventScroll: true })
    }
  }, [])
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Esc closes a modal dialog
    <dialog
      ref={dialog}
      className={styles.dialog}
      aria-labelledby={heading}
      onClose={close}
      onClick={event => event.target === event.currentTarget && close()}
    >
      <div className={styles.content}>
        <header>
          <h2 id={heading}>{title}</h2>
          <button
            type="button"
            className={`${buttons.round} ${styles.close}`}
            aria-label={texts.close}
            onClick={close}
          >
            <Close aria-hidden />
          </button>
        </header>
        {children}
        <div ref={useToastContainer()} className={styles.toast} />
      </div>
    </dialog>
  )
}
