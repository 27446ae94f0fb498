import { usePreferences } from '../../lib/preferences.ts'

/** True when a text may name single-letter shortcuts: they are on, and a keyboard is likely. */
export function useMayNameKeys(): boolean {
  const [{ keys }] = usePreferences()
  return keys && isKeyboardLikely()
}

export const isKeyboardLikely = (): boolean => matchMedia('(hover: hover) and (pointer: fine)').matches
