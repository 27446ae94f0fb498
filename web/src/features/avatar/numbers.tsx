import type { Value } from '../../lib/api.ts'
import { formatCount, formatPercent } from '../../lib/format.ts'
import { DayChart } from '../../ui/day-chart.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { WINDOWS, type Window } from './api.ts'
import { Audience } from './audience.tsx'
import styles from './avatar.module.css'
import { useAvatarTexts } from './texts.ts'

type AvatarNumbers = Value<'GET /insights/avatars/{id}'>

const COUNTERS = ['views', 'impressions', 'outbound', 'likes', 'favorites'] as const

interface NumbersProps {
  numbers: AvatarNumbers
  days: Window
  changeDays: (days: Window) => void
}

/** The counters of an avatar in a window of days. */
export function Numbers({ numbers, days, changeDays }: NumbersProps) {
  const texts = useAvatarTexts()
  return (
    <section aria-labelledby="numbers">
      <div className={styles.heading}>
        <h2 id="numbers">{texts.numbers}</h2>
        <Segmented
          label={texts.window}
          options={WINDOWS.map(value => ({ value, text: texts.days(Number(value)) }))}
          value={days}
          onChange={changeDays}
        />
      </div>
      <dl className={styles.figures}>
        {COUNTERS.map(counter => (
          <div key={counter}>
            <dt>{texts.counters[counter]}</dt>
            <dd>
              {formatCount(numbers.window[counter])}
              <Trend percent={numbers.trend[counter]} />
            </dd>
          </div>
        ))}
      </dl>
      <DayChart
        days={numbers.series.map(({ date, views }) => ({ date, value: views }))}
        label={texts.chart(numbers.days)}
        names={{ date: texts.date, value: texts.counters.views, table: texts.asTable }}
      />
      <Audience audience={numbers.audience.views} />
    </section>
  )
}

function Trend({ percent }: { percent: number | null }) {
  const texts = useAvatarTexts()
  if (percent === null || percent === 0) return null
  const text = formatPercent(Math.abs(percent) / 100)
  return (
    <small title={texts.trend(`${percent > 0 ? '+' : '−'}${text}`)}>
      {percent > 0 ? '↑ ' : '↓ '}
      {text}
    </small>
  )
}
