import type { ComponentProps, ReactNode } from 'react'
import { formatCount } from '../../lib/format.ts'
import { Loaded } from '../../ui/loaded.tsx'
import rows from '../../ui/rows.module.css'
import styles from './admin.module.css'
import { useAdminTexts } from './texts.ts'

interface Page {
  readonly total: number
  readonly count: number
}

interface AdminListProps<Answer extends Page> extends ComponentProps<typeof Loaded<Answer>> {
  text: string
  /** Shown when the list is empty. */
  emptyText: string
  /** The form that adds to the list. */
  form?: ReactNode
}

/** A list for operators: its purpose, the form that adds to it, and its rows once they are loaded. */
export function AdminList<Answer extends Page>({
  query,
  text,
  emptyText,
  form,
  children,
}: AdminListProps<Answer>) {
  const texts = useAdminTexts()
  return (
    <>
      <p className={styles.text}>{text}</p>
      {form}
      <Loaded query={query}>
        {answer =>
          answer.total === 0 ? (
            <p className={styles.none}>{emptyText}</p>
          ) : (
            <>
              {answer.count < answer.total && (
                <p className={styles.none}>
                  {texts.newestOf(formatCount(answer.count), formatCount(answer.total))}
                </p>
              )}
              <ul className={`${rows.rows} ${styles.list}`}>{children(answer)}</ul>
            </>
          )
        }
      </Loaded>
    </>
  )
}

interface AdminRowProps {
  title: ReactNode
  /** Facts below the title. */
  children?: ReactNode
  acts?: ReactNode
}

/** A row of an `AdminList`. */
export function AdminRow({ title, children, acts }: AdminRowProps) {
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
