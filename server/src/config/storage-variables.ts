import { integer } from './kinds.ts'
import { bound, type Variable, withDefault } from './variable.ts'

export const STORAGE_VARIABLES = {
  CHANGES_KEPT_DAYS: withDefault(integer({ min: 1, max: 3650 }), 14, {
    meaning:
      'Days for which the change log is kept; mirrors and processes that did not read it for longer read the whole catalog again, and event streams miss older changes',
    example: '30',
  }),
  COUNT_CHANGES_KEPT_MINUTES: withDefault(integer({ min: 10, max: 1_000_000 }), 60, {
    meaning:
      'Minutes for which the change log keeps changes of counters, which are most of it; processes that did not read it for longer read all counters, and event streams miss older changes',
    example: '240',
  }),
  DECISIONS_KEPT_DAYS: withDefault(integer({ min: 1, max: 3650 }), 90, {
    meaning:
      'Days for which it is kept whether or why a submitted avatar was rejected, and the tickets of batches',
    example: '30',
  }),
  SEARCH_TERMS_KEPT_DAYS: withDefault(integer({ min: 7, max: 3650 }), 30, {
    meaning: 'Days for which the number of searches per term is kept; popular searches cover 7 days',
    example: '7',
  }),
  CLOSED_REPORTS_KEPT_DAYS: bound(0, {
    max: 36_500,
    meaningOfZero: 'kept until there are too many',
    meaning: 'Days for which reports are kept after they were closed',
    example: '365',
  }),
  AUDIT_KEPT_DAYS: bound(0, {
    max: 36_500,
    meaningOfZero: 'for ever',
    meaning: 'Days for which the audit log of moderation is kept',
    example: '730',
  }),
  QUEUE_CAPACITY: withDefault(integer({ min: 1, max: 1_000_000 }), 1000, {
    meaning: 'Avatars that may wait for verification; further ones are refused with `queue_full`',
    example: '5000',
  }),
  FLUSH_INTERVAL_MS: withDefault(integer({ min: 10, max: 60_000 }), 1000, {
    meaning: 'Milliseconds between writes of counters; a crash may lose the acknowledged events of this time',
    example: '500',
  }),
} as const satisfies Record<string, Variable<unknown>>
