import { useEffect, useRef } from 'react'
import { preferences } from './preferences.ts'

const FIELDS = 'input, textarea, select, [contenteditable]'

/**
 * Runs an act at a key. A key of one letter does nothing in fields, dialogs, with a modifier, while an input method
 * composes, or when the visitor switched such keys off.
 *
 * @param key as `KeyboardEvent.key`, with `mod+` before it for Ctrl or ⌘.
 */
export function useKey(key: string, act: () => void): void {
  const latest = useRef(act)
  latest.current = act
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (!isKey(event, key)) return
      event.preventDefault()
      latest.current()
    }
    addEventListener('keydown', listen)
    return () => removeEventListener('keydown', listen)
  }, [key])
}

function isKey(event: KeyboardEvent, key: string): boolean {
  if (event.isComposing || event.keyCode === 229 || event.altKey) return false
  const hasModifier = event.ctrlKey || event.metaKey
  if (key.startsWith('mod+')) return hasModifier && event.key.toLowerCase() === key.slice('mod+'.length)
  if (hasModifier || event.key !== key || !preferences().keys) return false
  return !(event.target as Element).closest(FIELDS) && document.querySelector('dialog[open]') === null
}
