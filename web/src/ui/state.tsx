import type { ReactNode } from 'react'
import styles from './state.module.css'

interface StateProps {
  title: ReactNode
  text: ReactNode
  heading?: 'h1' | 'h2' | undefined
  /** A drawing above the title. */
  drawing?: ReactNode
  /** Buttons and links that may help. */
  children?: ReactNode
}

/** Replaces missing content: says why it is missing, and what the visitor can do. */
export function State({ title, text, heading: Heading = 'h2', drawing, children }: StateProps) {
  return (
    <section className={styles.state}>
      {drawing}
      <Heading>{title}</Heading>
      <p>{text}</p>
      <div className={styles.acts}>{children}</div>
    </section>
  )
}
