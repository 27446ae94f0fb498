import { formatPercent } from '../../lib/format-measures.ts'
import { useCounterTexts } from './texts.ts'
import styles from './trend.module.css'

/** The change since the previous window; nothing when it is unknown, or rounds to zero. */
export function Trend({ percent }: { percent: number | null }) {
  const texts = useCounterTexts()
  const change = Math.round(Math.abs(percent ?? 0))
  if (percent === null || change === 0) return null
  const text = formatPercent(change / 100)
  return (
    <small className={styles.trend} title={texts.trend(`${percent > 0 ? '+' : '−'}${text}`)}>
      {percent > 0 ? '↑ ' : '↓ '}
      {text}
    </small>
  )
}
