import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Change, ChangeKind } from '../../src/avatars/store.ts'
import { EventHub } from '../../src/slices/events/event-hub.ts'
import { FakeView } from './fake-view.ts'
import { ManualClock } from './manual-clock.ts'

export interface Received {
  id: number
  frame: Record<string, unknown>
}

/** A hub over an in-memory change log. */
export function openHub(maxWaitingBytes = 100_000, avatars = 10, perClient = 0, onTooSlow = () => {}) {
  const view = new FakeView(avatars)
  const clock = new ManualClock()
  const log: Change[] = []
  let reads = 0
  let fails = false
  const store = {
    changes: {
      after: async (after: number, limit: number) => {
        reads++
        if (fails) {
          fails = false
          throw new Error('away')
        }
        return log.filter(({ seq }) => seq > after).slice(0, limit)
      },
    },
  }
  const hub = new EventHub({ store, view, clock, maxWaitingBytes, maxStreamsPerClient: perClient, onTooSlow })
  const change = (kind: ChangeKind, key: number) => {
    log.push({ seq: log.length + 1, kind, key, atMs: clock.now() })
    view.seq = log.length
  }
  const failNext = () => {
    fails = true
  }
  return { view, clock, log, hub, change, reads: () => reads, failNext }
}

/** A client of the hub that collects what it receives. */
export function listen(
  hub: EventHub,
  since: number | null = null,
  { network = '192.0.2.1', ids = null }: { network?: string; ids?: ReadonlySet<string> | null } = {},
) {
  const leaving = new AbortController()
  const stream = hub.stream({ since, ids }, leaving.signal, network)
  const text: string[] = []
  const ended = (async () => {
    for await (const chunk of stream) text.push(chunk.toString())
  })()
  const received = async (): Promise<Received[]> => {
    for (let turn = 0; turn < 10; turn++) await nextTurn()
    return [...text.join('').matchAll(/^id: (\d+)\ndata: (.*)\n\n/gm)].map(([, id, data]) => ({
      id: Number(id),
      frame: JSON.parse(data!),
    }))
  }
  return { leaving, text, received, ended }
}
