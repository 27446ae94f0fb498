import { once } from 'node:events'
import { constants } from 'node:os'
import { setTimeout as delay } from 'node:timers/promises'
import type { Log } from '../../kernel/log.ts'

/** Supervisors stop processes with this signal; Ctrl-C stops without draining. */
export const DRAIN_SIGNAL = 'SIGTERM'
const STOP_SIGNALS = [DRAIN_SIGNAL, 'SIGINT'] as const
/** Milliseconds within which an interrupted start must end by itself. */
const START_GRACE_MS = 3000
/** Milliseconds for writing the last log line. */
const LAST_LINE_MS = 100

/**
 * Aborts with the signal's name at the first signal; the second signal ends the process. SIGHUP stops like SIGTERM, and
 * is never the second one, because a terminal that closes may send it several times.
 */
export function abortOnStopSignals(): AbortSignal {
  const controller = new AbortController()
  for (const signal of STOP_SIGNALS)
    process.on(signal, () => (controller.signal.aborted ? endBySignal(signal) : controller.abort(signal)))
  process.on('SIGHUP', () => controller.abort(DRAIN_SIGNAL))
  return controller.signal
}

export async function whenAborted(signal: AbortSignal): Promise<void> {
  if (!signal.aborted) await once(signal, 'abort')
}

/**
 * Ends the process when it is told to stop during the start and the start does not end soon. Requests in progress then
 * get no answer; everything acknowledged before the process is ready is already committed.
 * @returns the result of the start.
 */
export async function startOrEnd<Started>(
  start: Promise<Started>,
  stopSignal: AbortSignal,
  log: Log,
): Promise<Started> {
  const startEnd = start.then(
    () => true,
    () => true,
  )
  void endWithoutStart(startEnd, stopSignal, log)
  return await start
}

async function endWithoutStart(startEnd: Promise<boolean>, stopSignal: AbortSignal, log: Log): Promise<void> {
  if (await Promise.race([startEnd, whenAborted(stopSignal)])) return
  if (await Promise.race([startEnd, delay(START_GRACE_MS, false, { ref: false })])) return
  log.warn(
    { event: 'start-broken-off' },
    'The process was told to stop during its start, which takes too long; it ends now',
  )
  await delay(LAST_LINE_MS)
  endBySignal(DRAIN_SIGNAL)
}

/** Ends the process as the signal does by default. `process.exit` would wait for threads that wait for a file. */
function endBySignal(signal: (typeof STOP_SIGNALS)[number]): void {
  process.removeAllListeners(signal)
  process.kill(process.pid, signal)
  // A container's first process (PID 1) is not ended by its own signals.
  process.exit(128 + constants.signals[signal])
}
