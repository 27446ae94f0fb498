import Copy from '~icons/lucide/copy'
import External from '~icons/lucide/external-link'
import Share from '~icons/lucide/share-2'
import { type Avatar, platformPage } from '../../lib/avatar.ts'
import buttons from '../../ui/button.module.css'
import { useToast } from '../../ui/toast.tsx'
import { track } from './api.ts'
import styles from './avatar.module.css'
import { useAvatarTexts } from './texts.ts'

/** The buttons of an avatar. */
export function Acts({ avatar: { id, name } }: { avatar: Avatar }) {
  const texts = useAvatarTexts()
  const toast = useToast()
  const copy = async (text: string) => {
    await navigator.clipboard.writeText(text)
    toast({ text: texts.copied })
  }
  const share = async () => {
    const url = `${location.origin}/avatar/${id}`
    if (navigator.share === undefined) return await copy(url)
    // The visitor may close the sheet of the system, which rejects.
    await navigator.share({ title: name, url }).catch(() => {})
  }
  return (
    <div className={styles.acts}>
      <a
        className={buttons.main}
        href={platformPage(id)}
        target="_blank"
        rel="noreferrer"
        onClick={() => track(id, 'outbound', 'avatar')}
      >
        {texts.open}
        <External aria-hidden />
      </a>
      <button type="button" className={buttons.button} onClick={() => void copy(id)}>
        <Copy aria-hidden />
        {texts.copyId}
      </button>
      <button type="button" className={buttons.button} onClick={() => void share()}>
        <Share aria-hidden />
        {texts.share}
      </button>
    </div>
  )
}
