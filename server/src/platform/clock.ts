import { setTimeout as delay } from 'node:timers/promises'
import type { Timer } from '../kernel/clock.ts'

export const systemClock: Timer = {
  now: () => Date.now(),
  monotonicMs: () => performance.now(),
  sleep: (ms, signal) => delay(ms, undefined, signal && { signal }).catch(() => {}),
}
