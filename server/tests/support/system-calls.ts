import type { Fault, FaultSchedule } from '../../../sim/src/server/faults.ts'
import type { SimServer } from '../../../sim/src/server/sim-server.ts'
import type { SystemCalls } from '../../src/composition/system.ts'
import { systemClock } from '../../src/platform/clock.ts'
import { systemUpstreamDeps } from '../../src/platform/upstream/system-deps.ts'

/** Requests never get an answer, and pauses never end. */
export const NO_NETWORK: SystemCalls = {
  fetch: async () => {
    throw new TypeError('fetch failed')
  },
  sleep: (_ms, signal) =>
    new Promise(resolve => {
      if (signal?.aborted) resolve()
      signal?.addEventListener('abort', () => resolve(), { once: true })
    }),
  random: () => 0.5,
}

/** The real system: pauses take real time, even when the clock is a manual one. */
export const WITH_PAUSES: SystemCalls = { ...systemUpstreamDeps, sleep: systemClock.sleep }

/** Pauses between attempts end at once. */
export const WITHOUT_PAUSES: SystemCalls = {
  ...systemUpstreamDeps,
  sleep: async () => {},
  random: () => 0.5,
}

/** Real milliseconds after which a request ends that a simulator does not answer. */
const DEADLINE_MS = 50

/**
 * The same system without long deadlines: a request ends soon after a simulator became silent or slow. Other requests
 * have no deadline, which a busy machine could miss.
 */
export function withShortDeadlines(
  system: SystemCalls,
  ...sims: readonly Pick<SimServer, 'origin' | 'faults'>[]
): SystemCalls {
  return sims.reduce(withShortDeadline, system)
}

function withShortDeadline(
  system: SystemCalls,
  { origin, faults }: Pick<SimServer, 'origin' | 'faults'>,
): SystemCalls {
  let deadline = new AbortController()
  onUnanswered(faults, () => {
    const ending = deadline
    setTimeout(() => {
      ending.abort(new DOMException('the simulator does not answer', 'TimeoutError'))
      if (deadline === ending) deadline = new AbortController()
    }, DEADLINE_MS)
  })
  return {
    ...system,
    fetch: (url, init) => {
      if (!url.startsWith(origin)) return system.fetch(url, init)
      const signal = AbortSignal.any([deadline.signal, ...(init.signal ? [init.signal] : [])])
      return system.fetch(url, { ...init, signal })
    },
  }
}

/** Calls back whenever a request meets a fault that only a deadline ends, until the result is disposed. */
export function onUnanswered(faults: FaultSchedule, callback: () => void): Disposable {
  const listener = (fault: Fault) => {
    if (fault === 'silent' || fault === 'slow') callback()
  }
  faults.on('taken', listener)
  return { [Symbol.dispose]: () => faults.off('taken', listener) }
}
