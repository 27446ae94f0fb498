import type { SystemDeps } from '../../kernel/system-deps.ts'
import type { LookupFailure, RestReason } from './budget.ts'
import type { Origin, VerdictEffect } from './store.ts'

export function createVerifierRecorder({ metrics, clock }: Pick<SystemDeps, 'metrics' | 'clock'>) {
  const count = metrics.events('avatary_lookups_total', 'Lookups on the platform by origin and outcome', [
    'origin',
    'outcome',
  ])
  let restReason: RestReason | null = null
  let restUntilMs = 0
  metrics.gauge('avatary_lookups_refused', '1 while the platform refuses our account', () =>
    Number(restReason === 'refused'),
  )
  metrics.gauge('avatary_lookups_resting', '1 while lookups rest, for whatever reason', () =>
    Number(restReason !== null),
  )
  metrics.gauge(
    'avatary_lookups_rest_seconds',
    'Seconds until lookups continue; 0 while they are running',
    () => (restReason === null ? 0 : Math.max(0, restUntilMs - clock.now()) / 1000),
  )
  return {
    recordLookup: (origin: Origin, outcome: (VerdictEffect | LookupFailure)['kind']): void =>
      count({ origin, outcome }),
    /** @param reason of the current rest, which ends at `untilMs`; null when there is none. */
    recordRest: (reason: RestReason | null, untilMs: number): void => {
      restReason = reason
      restUntilMs = untilMs
    },
  }
}
