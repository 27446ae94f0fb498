import type { Avatar } from '../lib/avatar.ts'
import { useOnline } from '../lib/online.ts'
import { useMarks } from './marks.tsx'
import styles from './save-button.module.css'
import { useUiTexts } from './texts.ts'

/**
 * A button on the picture of a card that saves the avatar, or removes it.
 * @param tabIndex that of the card's link.
 */
export function SaveButton({ avatar, tabIndex }: { avatar: Avatar; tabIndex: number | undefined }) {
  const texts = useUiTexts()
  const { canMark, saved, toggle } = useMarks()
  const isOnline = useOnline()
  if (!canMark) return null
  return (
    <button
      type="button"
      className={`${styles.corner} ${styles.save}`}
      tabIndex={tabIndex}
      hidden={!isOnline}
      aria-pressed={saved.has(avatar.id)}
      aria-label={texts.saveName(avatar.name)}
      onClick={() => toggle('saved', avatar)}
    />
  )
}
