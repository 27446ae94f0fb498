import type { ReactNode } from 'react'
import styles from './setting-row.module.css'

interface SettingRowProps {
  label: string
  /** The control; `label` is its accessible name, too. */
  children: ReactNode
}

/** A setting with its name at the start and its control at the end. */
export function SettingRow({ label, children }: SettingRowProps) {
  return (
    <div className={styles.row}>
      <span aria-hidden="true">{label}</span>
      {children}
    </div>
  )
}
