import type { ReactNode } from 'react'
import styles from './page-head.module.css'
import { WindowChoice, type WindowChoiceProps } from './window-choice.tsx'

interface PageHeadProps extends WindowChoiceProps {
  heading: string
  /** Text with a link, below the heading. */
  lead: ReactNode
}

/** The heading of a page of numbers, and the choice of the days over which they are counted. */
export function PageHead({ heading, lead, ...choice }: PageHeadProps) {
  return (
    <div className={styles.head}>
      <div>
        <h1>{heading}</h1>
        {lead && <p>{lead}</p>}
      </div>
      <WindowChoice {...choice} />
    </div>
  )
}
