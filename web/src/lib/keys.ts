import { type KeyboardEvent as ReactKeyboardEvent, useLayoutEffect, useRef } from 'react'
import { preferences } from './preferences.ts'

const FIELDS = 'input:not([type=radio], [type=checkbox]), textarea, select, [contenteditable]'

const DIALOGS = 'dialog[open], [popover]:popover-open'

/** Milliseconds within which the second key of a sequence must follow. */
const SEQUENCE_MS = 1500

type AnyKeyboardEvent = KeyboardEvent | ReactKeyboardEvent

/**
 * Runs an act when a key is pressed, but not in fields or dialogs, with a modifier, or while an input method composes;
 * nor, for single-letter keys, when the visitor has switched these off.
 * @param key as `KeyboardEvent.key`; prefixed by `mod+`, with Ctrl or ⌘, which acts in fields and dialogs, too.
 */
export function useKey(key: string, act: () => void): void {
  useKeys(event => (isKey(event, key) ? act : null))
}

/** Runs the act of a letter key that follows another one, such as `g` then `s`. */
export function useSequence(firstKey: string, acts: Readonly<Record<string, () => void>>): void {
  const firstKeyAt = useRef(Number.NEGATIVE_INFINITY)
  useKeys(event => {
    if (!isLetterKey(event)) return null
    const isSecond = event.timeStamp - firstKeyAt.current < SEQUENCE_MS
    firstKeyAt.current = event.key === firstKey ? event.timeStamp : Number.NEGATIVE_INFINITY
    return (isSecond && acts[event.key]) || null
  })
}

/** True for a single-letter key that may act: the visitor has not switched such keys off, and nothing else uses it. */
export function isLetterKey(event: AnyKeyboardEvent): boolean {
  return preferences().keys && isCharacter(event.key) && isUnused(event)
}

function isCharacter(key: string): boolean {
  return [...key].length === 1
}

/** True for a key that no field, dialog, input method or shortcut of the browser uses. */
function isUnused(event: AnyKeyboardEvent): boolean {
  if (isComposing(event) || event.altKey || event.ctrlKey || event.metaKey) return false
  return !(event.target as Element).closest(FIELDS) && document.querySelector(DIALOGS) === null
}

/** True while an input method composes. Some browsers signal that only by the code 229 (UI Events §5.6.4). */
export function isComposing(event: AnyKeyboardEvent): boolean {
  const { isComposing, keyCode } = 'nativeEvent' in event ? event.nativeEvent : event
  return isComposing || keyCode === 229
}

function isKey(event: KeyboardEvent, key: string): boolean {
  if (!key.startsWith('mod+'))
    return event.key === key && (isCharacter(key) ? isLetterKey(event) : isUnused(event))
  const hasModifier = (event.ctrlKey || event.metaKey) && !event.altKey && !isComposing(event)
  return hasModifier && event.key.toLowerCase() === key.slice('mod+'.length)
}

/** @param actOf returns the act of a key, or null. */
function useKeys(actOf: (event: KeyboardEvent) => (() => void) | null): void {
  const lastActOf = useRef(actOf)
  lastActOf.current = actOf
  // A passive effect would run after the paint, and a key pressed in between would be lost.
  useLayoutEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const act = lastActOf.current(event)
      if (act === null) return
      event.preventDefault()
      act()
    }
    addEventListener('keydown', onKeyDown)
    return () => removeEventListener('keydown', onKeyDown)
  }, [])
}
