import { formatCount } from '../../lib/format.ts'
import buttons from '../../ui/button.module.css'
import styles from './search.module.css'
import { useSearchTexts } from './texts.ts'

interface CorrectionsProps {
  /** With the number of avatars that each finds. */
  corrections: readonly { readonly text: string; readonly total: number }[]
  choose: (text: string) => void
}

/** Offers corrections: "Did you mean …?" */
export function Corrections({ corrections, choose }: CorrectionsProps) {
  const texts = useSearchTexts()
  if (corrections.length === 0) return null
  return (
    <p className={styles.corrections}>
      {texts.didYouMean(
        corrections.map(({ text, total }) => (
          <button type="button" key={text} className={buttons.button} onClick={() => choose(text)}>
            <bdi>{text}</bdi>
            <small className="num">{formatCount(total)}</small>
          </button>
        )),
      )}
    </p>
  )
}
