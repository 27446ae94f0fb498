import type { ReactNode } from 'react'
import styles from './account.module.css'

interface SectionProps {
  title: string
  text: string
  children: ReactNode
}

/** A section of the account, with its heading and purpose. */
export function Section({ title, text, children }: SectionProps) {
  return (
    <section className={styles.section}>
      <h2>{title}</h2>
      <p className={styles.text}>{text}</p>
      {children}
    </section>
  )
}
