import { usePreferences } from '../../lib/preferences.ts'

/** True where keys of one letter act and a keyboard is likely, so that a text may name such a key. */
export function useNamedKeys(): boolean {
  const [{ keys }] = usePreferences()
  return keys && hasKeyboard()
}

/** True where a keyboard is likely, so that a text may name keys. */
export const hasKeyboard = (): boolean => matchMedia('(hover: hover) and (pointer: fine)').matches
