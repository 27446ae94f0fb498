import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { CounterChart } from '../../ui/counters/counter-chart.tsx'
import type { Counter } from '../../ui/counters/counters.ts'
import { ErrorState } from '../../ui/error-state.tsx'
import { Loading } from '../../ui/loading.tsx'
import { avatarOf } from './api.ts'
import styles from './studio.module.css'

/** The days of one avatar, listed or not. */
export function AvatarChart({ id, days, counter }: { id: string; days: number; counter: Counter }) {
  const [view, setView] = useState(counter)
  const { data, error, refetch } = useQuery(avatarOf(id, days))
  if (data === undefined)
    return error === null ? (
      <Loading className={styles.blank} />
    ) : (
      <ErrorState error={error} retry={() => void refetch()} />
    )
  const { window, trend, series = [] } = data
  return <CounterChart numbers={{ days, window, trend, series }} chosen={view} onChoose={setView} />
}
