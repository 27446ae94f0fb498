import { useState } from 'react'
import type { Value } from '../../lib/api.ts'
import { CounterChart } from '../../ui/counters/counter-chart.tsx'
import type { Counter } from '../../ui/counters/counters.ts'
import { useCounterTexts } from '../../ui/counters/texts.ts'
import { Segmented } from '../../ui/segmented.tsx'
import { WINDOWS, type WindowDays } from './api.ts'
import { Audience } from './audience.tsx'
import styles from './avatar.module.css'
import { useAvatarTexts } from './texts.ts'

interface NumbersProps {
  numbers: Value<'GET /insights/avatars/{id}'>
  days: WindowDays
  changeDays: (days: WindowDays) => void
}

/** The counters of an avatar in a window of days. */
export function Numbers({ numbers, days, changeDays }: NumbersProps) {
  const texts = useAvatarTexts()
  const counterTexts = useCounterTexts()
  const [counter, setCounter] = useState<Counter>('views')
  return (
    <section aria-labelledby="numbers">
      <div className={styles.heading}>
        <h2 id="numbers">{texts.numbers}</h2>
        <Segmented
          label={counterTexts.window}
          options={WINDOWS.map(value => ({ value, text: counterTexts.days(Number(value)) }))}
          value={days}
          onChange={changeDays}
        />
      </div>
      <CounterChart numbers={numbers} chosen={counter} onChoose={setCounter} />
      <Audience audience={numbers.audience.views} />
    </section>
  )
}
