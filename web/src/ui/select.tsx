import type { ReactNode } from 'react'
import Chevron from '~icons/lucide/chevron-down'
import styles from './select.module.css'

interface SelectProps<Value extends string> {
  label: string
  options: readonly { readonly value: Value; readonly text: string }[]
  value: Value
  /** Shown before the text of a value other than the first; on phones instead of the text. */
  figure?: ReactNode
  onChange: (value: Value) => void
}

/** A choice of one of several values, as wide as the text of the selected one. */
export function Select<Value extends string>({
  label,
  options,
  value,
  figure,
  onChange,
}: SelectProps<Value>) {
  return (
    <label
      className={styles.pick}
      data-filter={figure !== undefined || undefined}
      data-narrows={(figure !== undefined && value !== options[0]?.value) || undefined}
    >
      {figure}
      <span className="visually-hidden">{label}</span>
      <select value={value} onChange={event => onChange(event.currentTarget.value as Value)}>
        {options.map(option => (
          <option key={option.value} value={option.value}>
            {option.text}
          </option>
        ))}
      </select>
      <Chevron aria-hidden />
    </label>
  )
}
