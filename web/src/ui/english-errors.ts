import { builtInErrors } from './built-in-errors.en.ts'
import type { SomeErrors } from './error-reason.ts'

let loadedErrors: SomeErrors = builtInErrors

/** Messages for errors in English; only a few until `loadEnglishErrors` has ended. */
export const englishErrors = () => loadedErrors

/** Loads the other messages; if an update removed their file, those errors get the text of `unexpected_answer`. */
export async function loadEnglishErrors(): Promise<void> {
  const module = await import('./errors.en.ts').catch(() => null)
  if (module !== null) loadedErrors = module.errors
}
