import { type UseQueryOptions, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { formatCount } from '../../lib/format.ts'
import { ErrorState } from '../../ui/error-state.tsx'
import styles from './admin.module.css'
import { useAdminTexts } from './texts.ts'

interface Page {
  readonly total: number
  readonly count: number
}

interface ListingProps<Answer extends Page> {
  // biome-ignore lint/suspicious/noExplicitAny: the library infers the key of each query
  query: UseQueryOptions<Answer, Error, Answer, any>
  text: string
  /** Stands there when the list is empty. */
  none: string
  /** The form that adds to the list. */
  form?: ReactNode
  children: (answer: Answer) => ReactNode
}

/** A list of operators: what it is for, what adds to it, and its rows once they are there. */
export function Listing<Answer extends Page>({ query, text, none, form, children }: ListingProps<Answer>) {
  const texts = useAdminTexts()
  const { data, error, refetch } = useQuery(query)
  return (
    <>
      <p className={styles.text}>{text}</p>
      {form}
      {data === undefined && error !== null && <ErrorState error={error} retry={() => void refetch()} />}
      {data === undefined && error === null && <div className={styles.blank} aria-busy="true" />}
      {data?.total === 0 && <p className={styles.none}>{none}</p>}
      {data !== undefined && data.total > 0 && (
        <>
          {data.count < data.total && (
            <p className={styles.none}>{texts.newest(formatCount(data.count), formatCount(data.total))}</p>
          )}
          <ul className={styles.list}>{children(data)}</ul>
        </>
      )}
    </>
  )
}

interface RowProps {
  title: ReactNode
  /** Facts below the title. */
  children?: ReactNode
  acts?: ReactNode
}

/** A row of such a list. */
export function Row({ title, children, acts }: RowProps) {
  return (
    <li>
      <div>
        <b>{title}</b>
        {children}
      </div>
      {acts !== undefined && <div className={styles.acts}>{acts}</div>}
    </li>
  )
}
