import { useId } from 'react'
import styles from './segmented.module.css'

interface SegmentedOption<Value extends string> {
  readonly value: Value
  readonly text: string
  /** Only in the tooltip and for screen readers: a number that loads later would cause a layout shift. */
  readonly note?: string | undefined
}

interface SegmentedProps<Value extends string> {
  label: string
  options: readonly SegmentedOption<Value>[]
  value: Value
  onChange: (value: Value) => void
}

/** A choice among a few values side by side, made of radio buttons. */
export function Segmented<Value extends string>({ label, options, value, onChange }: SegmentedProps<Value>) {
  const name = useId()
  return (
    <fieldset className={styles.segmented}>
      <legend className="visually-hidden">{label}</legend>
      {options.map(option => (
        <label key={option.value} title={option.note}>
          <input
            type="radio"
            name={name}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
          {option.text}
          {option.note !== undefined && <span className="visually-hidden"> {option.note}</span>}
        </label>
      ))}
    </fieldset>
  )
}
