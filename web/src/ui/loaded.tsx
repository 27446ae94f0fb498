import { type UseQueryOptions, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ErrorState } from './error-state.tsx'
import { Loading } from './loading.tsx'
import rows from './rows.module.css'

interface LoadedProps<Answer> {
  /** Class of the skeleton; default: that of rows. */
  className?: string | undefined
  query: UseQueryOptions<Answer, Error, Answer, string[]>
  children: (answer: Answer) => ReactNode
}

/** Renders an answer once it has arrived, or why it has not. */
export function Loaded<Answer>({ query, className = rows.loading, children }: LoadedProps<Answer>) {
  const { data, error, refetch } = useQuery(query)
  if (data !== undefined) return children(data)
  if (error !== null) return <ErrorState error={error} retry={() => void refetch()} />
  return <Loading className={className} />
}
