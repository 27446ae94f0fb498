import type { ReactNode } from 'react'
import buttons from '../../ui/button.module.css'
import { useUiTexts } from '../../ui/texts.ts'
import { useCopy } from '../../ui/use-copy.ts'
import styles from './account.module.css'
import { useAccountTexts } from './texts.ts'

/** A value with a copy button. */
export function CopyLine({ label, value }: { label: string; value: string }) {
  return (
    <div className={styles.secret}>
      <span>{label}</span>
      <code>{value}</code>
      <CopyButton label={label} text={value} />
    </div>
  )
}

/** Code with a copy button, such as a shell script. */
export function CopyCode({ label, code }: { label: string; code: string }) {
  return (
    <div className={styles.code}>
      <pre>
        <code>{code}</code>
      </pre>
      <CopyButton label={label} text={code} />
    </div>
  )
}

function CopyButton({ label, text }: { label: string; text: string }) {
  const texts = useAccountTexts()
  const copy = useCopy()
  return (
    <button
      type="button"
      className={buttons.button}
      aria-label={`${texts.copy}: ${label}`}
      onClick={() => void copy(text)}
    >
      {texts.copy}
    </button>
  )
}

/** A box that shows something that was just created, and scrolls into view. */
export function CreatedBox({ children, close }: { children: ReactNode; close: () => void }) {
  const { done } = useUiTexts()
  return (
    <div ref={scrollIntoView} className={styles.created} role="status">
      {children}
      <button type="button" className={buttons.quiet} onClick={close}>
        {done}
      </button>
    </div>
  )
}

function scrollIntoView(box: HTMLElement | null): void {
  box?.scrollIntoView({ block: 'center' })
}
