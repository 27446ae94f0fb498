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
