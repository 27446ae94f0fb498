import type { Clock } from '../kernel/clock.ts'

export const systemClock: Clock = { now: () => Date.now() }
