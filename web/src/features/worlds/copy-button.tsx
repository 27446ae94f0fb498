import Copy from '~icons/lucide/copy'
import { useCopy } from '../../ui/use-copy.ts'
import { useWorldsTexts } from './texts.ts'
import styles from './worlds.module.css'

/** Copies a text and confirms it. */
export function CopyButton({ text, label }: { text: string; label?: string }) {
  const texts = useWorldsTexts()
  const copy = useCopy()
  return (
    <button
      type="button"
      className={styles.copy}
      aria-label={label === undefined ? texts.copyOf(text) : undefined}
      title={texts.copy}
      onClick={() => void copy(text)}
    >
      <Copy aria-hidden />
      {label}
    </button>
  )
}
