import type { Meter } from '../../kernel/meter.ts'
import type { RecordLookup } from './external-lookups.ts'

export function createLookupRecorder(metrics: Meter): RecordLookup {
  const countLookup = metrics.events(
    'avatary_external_lookups_total',
    'Lookups in the external index by outcome; `full` ones were not sent because the budget was used up',
    ['outcome'],
  )
  const countFound = metrics.events(
    'avatary_external_avatars_found_total',
    'Avatars in answers of the external index',
    [],
  )
  const countAdded = metrics.events(
    'avatary_external_avatars_added_total',
    'Avatars added from answers of the external index',
    [],
  )
  return (outcome, foundCount, addedCount) => {
    countLookup({ outcome })
    countFound({}, foundCount)
    countAdded({}, addedCount)
  }
}
