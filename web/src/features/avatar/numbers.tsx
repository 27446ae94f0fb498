import { useState } from 'react'
import type { Answer } from '../../lib/api.ts'
import { CounterChart } from '../../ui/counters/counter-chart.tsx'
import type { Counter, WindowDays } from '../../ui/counters/counters.ts'
import { WindowChoice } from '../../ui/counters/window-choice.tsx'
import { Audience } from './audience.tsx'
import styles from './avatar.module.css'
import { useAvatarTexts } from './texts.ts'

interface NumbersProps {
  numbers: Answer<'GET /insights/avatars/{id}'>
  days: WindowDays
  changeDays: (days: WindowDays) => void
}

/** The counters of an avatar in a window of days. */
export function Numbers({ numbers, days, changeDays }: NumbersProps) {
  const texts = useAvatarTexts()
  const [counter, setCounter] = useState<Counter>('views')
  return (
    <section aria-labelledby="numbers">
      <div className={styles.heading}>
        <h2 id="numbers">{texts.numbers}</h2>
        <WindowChoice value={days} onChange={changeDays} />
      </div>
      <CounterChart numbers={numbers} selectedCounter={counter} onChoose={setCounter} />
      <Audience audience={numbers.audience.views} />
    </section>
  )
}
