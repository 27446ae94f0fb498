import Chevron from '~icons/lucide/chevron-down'
import styles from './sort-select.module.css'

interface SortSelectProps<Value extends string> {
  label: string
  options: readonly { readonly value: Value; readonly text: string }[]
  value: Value
  onChange: (value: Value) => void
}

/** A choice of one of several values, as wide as the chosen text. */
export function SortSelect<Value extends string>({
  label,
  options,
  value,
  onChange,
}: SortSelectProps<Value>) {
  return (
    <label className={styles.pick}>
      <span className="unseen">{label}</span>
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
