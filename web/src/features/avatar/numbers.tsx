import type { UseQueryResult } from '@tanstack/react-query'
import { useState } from 'react'
import type { Answer } from '../../lib/api.ts'
import chart from '../../ui/counters/counter-chart.module.css'
import { CounterChart } from '../../ui/counters/counter-chart.tsx'
import type { Counter, WindowDays } from '../../ui/counters/counters.ts'
import { WindowChoice } from '../../ui/counters/window-choice.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Audience } from './audience.tsx'
import styles from './avatar.module.css'
import { useAvatarTexts } from './texts.ts'

interface NumbersProps {
  /** The answer, which has arrived or failed. */
  numbers: UseQueryResult<Answer<'GET /insights/avatars/{id}'>>
  days: WindowDays
  changeDays: (days: WindowDays) => void
}

/** The counters of an avatar in a window of days, or why they did not load. */
export function Numbers({ numbers, days, changeDays }: NumbersProps) {
  const texts = useAvatarTexts()
  const [counter, setCounter] = useState<Counter>('views')
  const { data, error, isPlaceholderData, refetch } = numbers
  return (
    <section aria-labelledby="numbers">
      <div className={styles.heading}>
        <h2 id="numbers">{texts.numbers}</h2>
        <WindowChoice value={days} onChange={changeDays} />
      </div>
      {data === undefined ? (
        error && <ErrorState error={error} retry={() => void refetch()} />
      ) : (
        <div className={chart.numbers} aria-busy={isPlaceholderData}>
          <CounterChart numbers={data} selectedCounter={counter} onChoose={setCounter} />
          <Audience audience={data.audience.views} />
        </div>
      )}
    </section>
  )
}
