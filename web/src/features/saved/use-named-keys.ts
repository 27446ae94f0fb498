import { usePreferences } from '../../lib/preferences.ts'

/** True when single-letter shortcuts are on and a keyboard is likely, so that a text may mention such a key. */
export function useNamedKeys(): boolean {
  const [{ keys }] = usePreferences()
  return keys && hasKeyboard()
}

/** True when a keyboard is likely, so that a text may mention keys. */
export const hasKeyboard = (): boolean => matchMedia('(hover: hover) and (pointer: fine)').matches
