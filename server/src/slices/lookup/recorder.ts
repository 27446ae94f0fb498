import type { Meter } from '../../kernel/meter.ts'
import type { LookupRecorder } from './external-lookups.ts'

export function createLookupRecorder(metrics: Meter): LookupRecorder {
  const countLookup = metrics.events(
    'avatary_external_lookups_total',
    'Lookups on the external index, by what came of them; `full` ones were not sent, for lack of budget',
    ['outcome'],
  )
  const countFound = metrics.events(
    'avatary_external_avatars_found_total',
    'Avatars in answers of the external index',
    [],
  )
  const countAdded = metrics.events(
    'avatary_external_avatars_added_total',
    'Avatars that were added because the external index told of them',
    [],
  )
  return {
    record: (outcome, found, added) => {
      countLookup({ outcome })
      countFound({}, found)
      countAdded({}, added)
    },
  }
}
