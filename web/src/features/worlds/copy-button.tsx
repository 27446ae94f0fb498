import Copy from '~icons/lucide/copy'
import { useToast } from '../../ui/toast.tsx'
import { useWorldsTexts } from './texts.ts'
import styles from './worlds.module.css'

/** Copies a text, and says so. */
export function CopyButton({ text, label }: { text: string; label?: string }) {
  const texts = useWorldsTexts()
  const toast = useToast()
  const copy = async () => {
    await navigator.clipboard.writeText(text)
    toast({ text: texts.copied })
  }
  return (
    <button
      type="button"
      className={styles.copy}
      aria-label={label === undefined ? texts.copyOf(text) : undefined}
      title={texts.copy}
      onClick={() => void copy()}
    >
      <Copy aria-hidden />
      {label}
    </button>
  )
}
