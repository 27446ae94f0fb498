import type { Clock } from '../../kernel/clock.ts'
import type { Job } from '../../kernel/job.ts'
import type { Meter } from '../../kernel/meter.ts'
import { EventHub } from './event-hub.ts'
import { eventHandlers } from './handlers.ts'
import type { MissedEventsDeps } from './missed-events.ts'

/** Short enough that frames are sent well within a second. */
const POLL_MS = 200

interface OpenEventsDeps extends MissedEventsDeps {
  config: { readonly http: { readonly eventStreamsPerClient: number } }
  metrics: Meter
  clock: Clock
}

/** Opens live events. At a stop the streams are ended first, because they never end by themselves. */
export function openEvents({ config, metrics, ...deps }: OpenEventsDeps) {
  const countSlowClient = metrics.events(
    'avatary_event_streams_too_slow_total',
    'Event streams ended because their client read too slowly',
    [],
  )
  const hub = new EventHub({
    ...deps,
    maxStreamsPerClient: config.http.eventStreamsPerClient,
    onTooSlow: () => countSlowClient({}),
  })
  metrics.gauge('avatary_event_streams', 'Open event streams', () => hub.size)
  metrics.gauge(
    'avatary_event_stream_bytes',
    'Bytes of events that wait for slow clients',
    () => hub.waitingBytes,
  )
  const jobs: readonly Job[] = [{ name: 'send-events', everyMs: POLL_MS, on: 'api', run: () => hub.tick() }]
  return { handlers: eventHandlers({ hub }), jobs, interrupt: () => hub.close() }
}
