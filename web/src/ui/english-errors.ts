import type { SomeErrors } from './error-reason.ts'
import { firstErrors } from './first-errors.en.ts'

let errors: SomeErrors = firstErrors

/** The reasons in English, of which the page has a few until `loadEnglishErrors` ends. */
export const englishErrors = () => errors

/** Loads those that a first page does not need. When they do not come, as after an update of the site, reasons stay general. */
export async function loadEnglishErrors(): Promise<void> {
  const module = await import('./errors.en.ts').catch(() => null)
  if (module !== null) errors = module.errors
}
