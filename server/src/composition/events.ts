import type { CatalogStore, CatalogView } from '../avatars/index.ts'
import type { Config } from '../config/config.ts'
import type { Clock } from '../kernel/clock.ts'
import type { Job } from '../kernel/job.ts'
import type { Metrics } from '../platform/metrics.ts'
import { EventHub, eventHandlers } from '../slices/events/index.ts'
import type { Part } from './part.ts'

/** Milliseconds between looks for events: a frame goes out well within a second of its change. */
const LOOK_MS = 200

export interface EventsDeps {
  config: Pick<Config, 'http'>
  store: CatalogStore
  view: CatalogView
  clock: Clock
  metrics: Metrics
}

/** Live events put together. Streams never end by themselves, so a stop ends them first. */
export function composeEvents({ config, store, view, clock, metrics }: EventsDeps): Part {
  const hub = new EventHub({ store, view, clock, perClient: config.http.eventStreamsPerClient })
  metrics.gauge('avatary_event_streams', 'Open event streams', () => hub.size)
  const jobs: readonly Job[] = [{ name: 'send-events', everyMs: LOOK_MS, on: 'api', run: () => hub.tick() }]
  return { handlers: eventHandlers({ hub }), jobs, interrupt: () => hub.close() }
}
