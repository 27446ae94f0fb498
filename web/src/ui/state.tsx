import type { ReactNode } from 'react'
import styles from './state.module.css'

interface StateProps {
  title: ReactNode
  text: ReactNode
  heading?: 'h1' | 'h2' | undefined
  /** A drawing above the title. */
  figure?: ReactNode
  /** Buttons and links that help. */
  children?: ReactNode
}

/** Replaces content that is not there: says why, and what can be done. */
export function State({ title, text, heading: Heading = 'h2', figure, children }: StateProps) {
  return (
    <section className={styles.state}>
      {figure}
      <Heading>{title}</Heading>
      <p>{text}</p>
      <div className={styles.acts}>{children}</div>
    </section>
  )
}
