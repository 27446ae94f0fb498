import { useId } from 'react'
import styles from './segmented.module.css'

interface SegmentedProps<Value extends string> {
  label: string
  options: readonly { readonly value: Value; readonly text: string; readonly count?: string | undefined }[]
  value: Value
  onChange: (value: Value) => void
}

/** A choice of a few values side by side: radio buttons. */
export function Segmented<Value extends string>({ label, options, value, onChange }: SegmentedProps<Value>) {
  const name = useId()
  return (
    <fieldset className={styles.segmented}>
      <legend className="unseen">{label}</legend>
      {options.map(option => (
        <label key={option.value}>
          <input
            type="radio"
            name={name}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
          {option.text}
          {option.count !== undefined && <small className="num">{option.count}</small>}
        </label>
      ))}
    </fieldset>
  )
}
