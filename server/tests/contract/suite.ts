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
 * Checks a running server against the contract: every example gets an answer that matches its schema, and every error
 * that a request alone can cause is answered as documented. Takes about 400 requests of one client's limits. The last
 * check uses up the reports of a minute, and needs a few more of them than the spec's default.
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
