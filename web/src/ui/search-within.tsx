import { type ChangeEvent, type CompositionEvent, type KeyboardEvent, useRef, useState } from 'react'
import Search from '~icons/lucide/search'
import Close from '~icons/lucide/x'
import box from './search-box.module.css'
import styles from './search-within.module.css'

interface SearchWithinProps {
  label: string
  /** Accessible name of the button that clears the field. */
  clearLabel: string
  value: string
  /** Called at each change, except while an input method composes. */
  onChange: (text: string) => void
}

/** A small search field for the content below it. */
export function SearchWithin({ label, clearLabel, value, onChange }: SearchWithinProps) {
  const [composedText, setComposedText] = useState<string | null>(null)
  const field = useRef<HTMLInputElement>(null)
  const onInput = ({ currentTarget, nativeEvent }: ChangeEvent<HTMLInputElement>) => {
    const isComposing = (nativeEvent as InputEvent).isComposing
    if (isComposing) setComposedText(currentTarget.value)
    else onChange(currentTarget.value)
  }
  const endComposition = ({ currentTarget }: CompositionEvent<HTMLInputElement>) => {
    setComposedText(null)
    onChange(currentTarget.value)
  }
  const clear = () => {
    onChange('')
    field.current?.focus()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || value === '' || event.nativeEvent.isComposing) return
    event.preventDefault()
    clear()
  }
  return (
    <search className={`${box.box} ${styles.within}`}>
      <Search aria-hidden />
      <input
        ref={field}
        type="search"
        aria-label={label}
        placeholder={label}
        enterKeyHint="search"
        autoComplete="off"
        value={composedText ?? value}
        onChange={onInput}
        onCompositionEnd={endComposition}
        onKeyDown={onKeyDown}
      />
      {value !== '' && (
        <button type="button" aria-label={clearLabel} onClick={clear}>
          <Close aria-hidden />
        </button>
      )}
    </search>
  )
}
