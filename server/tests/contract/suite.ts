import {
  adminChecks,
  bodyChecks,
  methodChecks,
  missingChecks,
  parameterChecks,
  placeChecks,
} from './refusals.ts'
import { streamChecks } from './streams.ts'
import { successChecks } from './successes.ts'
import type { Check } from './target.ts'

/**
 * Holds a running server to the contract: every example answers its schema, and every refusal that a request alone
 * can bring about is answered as documented. Takes about 400 requests of the limits of one client; the last check
 * uses up the reports of a minute, of which it needs a few more than the spec allows.
 */
export function contractSuite(): Check[] {
  return [
    ...successChecks(),
    ...streamChecks(),
    ...parameterChecks(),
    ...methodChecks(),
    ...bodyChecks(),
    ...missingChecks(),
    ...adminChecks(),
    ...placeChecks(),
  ]
}
