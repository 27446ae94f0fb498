import { formatPercent } from '../../lib/format-measures.ts'
import { useCounterTexts } from './texts.ts'
import styles from './trend.module.css'

/** The change over the window before; nothing when there is none to tell. */
export function Trend({ percent }: { percent: number | null }) {
  const texts = useCounterTexts()
  if (percent === null || percent === 0) return null
  const text = formatPercent(Math.abs(percent) / 100)
  return (
    <small className={styles.trend} title={texts.trend(`${percent > 0 ? '+' : '−'}${text}`)}>
      {percent > 0 ? '↑ ' : '↓ '}
      {text}
    </small>
  )
}
