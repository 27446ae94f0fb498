import type { SomeErrors } from './error-reason.ts'
import { firstErrors } from './first-errors.en.ts'

let loadedErrors: SomeErrors = firstErrors

/** Messages for errors in English; only a few until `loadEnglishErrors` has ended. */
export const englishErrors = () => loadedErrors

/**
 * Loads the messages that the first page does not need. If that fails, as after an update of the site, messages stay
 * general.
 */
export async function loadEnglishErrors(): Promise<void> {
  const module = await import('./errors.en.ts').catch(() => null)
  if (module !== null) loadedErrors = module.errors
}
