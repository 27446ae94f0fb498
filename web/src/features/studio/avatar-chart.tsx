import { useState } from 'react'
import { CounterChart } from '../../ui/counters/counter-chart.tsx'
import type { Counter } from '../../ui/counters/counters.ts'
import { Loaded } from '../../ui/loaded.tsx'
import { avatarOf } from './api.ts'
import styles from './studio.module.css'

/** The daily series of one avatar, listed or not; at first of the given counter. */
export function AvatarChart({ id, days, counter }: { id: string; days: number; counter: Counter }) {
  const [selectedCounter, setSelectedCounter] = useState(counter)
  return (
    <Loaded query={avatarOf(id, days)} className={styles.blank}>
      {({ window, trend, series = [] }) => (
        <CounterChart
          numbers={{ days, window, trend, series }}
          selectedCounter={selectedCounter}
          onChoose={setSelectedCounter}
        />
      )}
    </Loaded>
  )
}
