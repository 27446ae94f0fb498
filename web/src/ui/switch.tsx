import styles from './switch.module.css'

interface SwitchProps {
  label: string
  isOn: boolean
  onChange: (isOn: boolean) => void
  isDisabled?: boolean
}

/** A setting that is on or off, and takes effect at once. */
export function Switch({ label, isOn, onChange, isDisabled }: SwitchProps) {
  return (
    <label className={styles.switch}>
      {label}
      <input
        type="checkbox"
        role="switch"
        checked={isOn}
        aria-checked={isOn}
        aria-disabled={isDisabled}
        onChange={event => onChange(event.currentTarget.checked)}
      />
    </label>
  )
}
