import type { Meter } from '../../kernel/meter.ts'
import type { RestReason } from './budget.ts'
import type { VerifierRecorder } from './verifier.ts'

export function createVerifierRecorder(metrics: Meter): VerifierRecorder {
  const count = metrics.events(
    'avatary_lookups_total',
    'Avatars looked up on the platform, by why and by what came of it',
    ['origin', 'outcome'],
  )
  let restReason: RestReason | null = null
  metrics.gauge('avatary_lookups_refused', '1 while the platform refuses our account', () =>
    Number(restReason === 'refused'),
  )
  metrics.gauge('avatary_lookups_resting', '1 while lookups rest, for whatever reason', () =>
    Number(restReason !== null),
  )
  return {
    record: (origin, outcome) => count({ origin, outcome }),
    rests: reason => {
      restReason = reason
    },
  }
}
