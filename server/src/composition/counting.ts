import type { Clock } from '../kernel/clock.ts'
import type { CountedClients, ImpressionCounter } from '../slices/catalog/search.ts'
import { Tally } from '../slices/tracking/tally.ts'
import { deviceOf, isBot } from '../slices/tracking/user-agents.ts'
import { Visitors } from '../slices/tracking/visitors.ts'
import { Visits } from '../slices/tracking/visits.ts'

/** Where everybody counts; what is counted waits in the tally until tracking writes it. */
export interface Counting {
  readonly isCounted: CountedClients
  readonly countImpressions: ImpressionCounter
  readonly visits: Pick<Visits, 'countEvent' | 'countWear'>
}

export function composeCounting({ clock }: { clock: Clock }): Counting & { tally: Tally } {
  const tally = new Tally({ clock })
  const visits = new Visits({ tally, visitors: new Visitors({ isBot, deviceOf }) })
  return {
    tally,
    visits,
    isCounted: client => visits.isCounted(client),
    countImpressions: slots => tally.countImpressions(slots),
  }
}

/** For what reads the catalog without anybody who looks. */
export const NOTHING_COUNTS: Counting = {
  isCounted: () => false,
  countImpressions: () => {},
  visits: { countEvent: () => false, countWear: () => false },
}
