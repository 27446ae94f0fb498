import type { ReactNode } from 'react'
import Chevron from '~icons/lucide/chevron-down'
import styles from './select.module.css'

interface SelectProps<Value extends string> {
  label: string
  options: readonly { readonly value: Value; readonly text: string }[]
  value: Value
  /** Shown before the text; on phones without the text while the first value is selected, which narrows nothing. */
  symbol?: ReactNode
  onChange: (value: Value) => void
}

/** A choice of one of several values, as wide as the text of the selected one. */
export function Select<Value extends string>({
  label,
  options,
  value,
  symbol,
  onChange,
}: SelectProps<Value>) {
  return (
    <label
      className={styles.select}
      data-symbol={symbol !== undefined || undefined}
      data-narrows={(symbol !== undefined && value !== options[0]?.value) || undefined}
    >
      {symbol}
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
