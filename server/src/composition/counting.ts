import type { Config } from '../config/config.ts'
import type { Clock } from '../kernel/clock.ts'
import { randomToken } from '../platform/random.ts'
import type { CountedClients, ImpressionCounter } from '../slices/catalog/index.ts'
import { deviceOf, isBot, Tally, VisitBound, Visitors, Visits } from '../slices/tracking/index.ts'

const SALT_BYTES = 16

/** Where everybody counts; what is counted waits in the tally until tracking writes it. */
export interface Counting {
  readonly isCounted: CountedClients
  readonly countImpressions: ImpressionCounter
  readonly visits: Pick<Visits, 'countEvent' | 'countWear'>
}

export interface CountingDeps {
  config: Pick<Config, 'visitsPerHour'>
  clock: Clock
}

export function composeCounting({ config, clock }: CountingDeps) {
  const tally = new Tally({ clock })
  const newSalt = () => randomToken(SALT_BYTES)
  const bound = new VisitBound({ perHour: config.visitsPerHour, clock, newSalt })
  const visits = new Visits({ tally, bound, visitors: new Visitors({ isBot, deviceOf }) })
  const counting: Counting & { tally: Tally; bound: VisitBound } = {
    tally,
    bound,
    visits,
    isCounted: client => visits.isCounted(client),
    countImpressions: slots => tally.countImpressions(slots),
  }
  return counting
}

/** For what reads the catalog without anybody who looks. */
export const NOTHING_COUNTS: Counting = {
  isCounted: () => false,
  countImpressions: () => {},
  visits: { countEvent: () => false, countWear: () => false },
}
