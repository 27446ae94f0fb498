import { type UseQueryOptions, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ErrorState } from '../../ui/error-state.tsx'
import styles from './account.module.css'

interface SectionProps {
  title: string
  text: string
  children: ReactNode
}

/** A part of the account, with its heading and what it is for. */
export function Section({ title, text, children }: SectionProps) {
  return (
    <section className={styles.section}>
      <h2>{title}</h2>
      <p className={styles.text}>{text}</p>
      {children}
    </section>
  )
}

interface LoadedProps<Answer> {
  // biome-ignore lint/suspicious/noExplicitAny: the library infers the key of each query
  query: UseQueryOptions<Answer, Error, Answer, any>
  children: (answer: Answer) => ReactNode
}

/** Shows an answer once it is there, or why it is not. */
export function Loaded<Answer>({ query, children }: LoadedProps<Answer>) {
  const { data, error, refetch } = useQuery(query)
  if (data !== undefined) return children(data)
  if (error !== null) return <ErrorState error={error} retry={() => void refetch()} />
  return <div className={styles.blank} aria-busy="true" />
}
