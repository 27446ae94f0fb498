import type { ReactNode } from 'react'
import buttons from '../../ui/button.module.css'
import { useCopy } from '../../ui/use-copy.ts'
import styles from './account.module.css'
import { useAccountTexts } from './texts.ts'

/** A value to copy; a secret is shown this once. */
export function CopyLine({ label, value }: { label: string; value: string }) {
  const texts = useAccountTexts()
  const copy = useCopy()
  return (
    <div className={styles.secret}>
      <span>{label}</span>
      <code>{value}</code>
      <button
        type="button"
        className={buttons.button}
        aria-label={`${texts.copy}: ${label}`}
        onClick={() => void copy(value)}
      >
        {texts.copy}
      </button>
    </div>
  )
}

/** Code to copy, such as a script for a shell. */
export function CopyCode({ label, code }: { label: string; code: string }) {
  const texts = useAccountTexts()
  const copy = useCopy()
  return (
    <div className={styles.code}>
      <pre>
        <code>{code}</code>
      </pre>
      <button
        type="button"
        className={buttons.button}
        aria-label={`${texts.copy}: ${label}`}
        onClick={() => void copy(code)}
      >
        {texts.copy}
      </button>
    </div>
  )
}

/** A box with something new, which comes into sight. */
export function Made({ children, close }: { children: ReactNode; close: () => void }) {
  const texts = useAccountTexts()
  return (
    <div ref={bringIntoSight} className={styles.made} role="status">
      {children}
      <button type="button" className={buttons.quiet} onClick={close}>
        {texts.done}
      </button>
    </div>
  )
}

function bringIntoSight(box: HTMLElement | null): void {
  box?.scrollIntoView({ block: 'center' })
}
