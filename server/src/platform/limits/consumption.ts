import { type Consumption, UNLIMITED, WINDOW_MS } from './limiter.ts'

export interface WindowState {
  /** False when the window has less left than the charge. */
  allowed: boolean
  limit: number
  /** The rest of the window after the charge; infinite where there is no limit. */
  remaining: number
  resetMs: number
}

/** A window before any charge; a limit of 0 means that there is none. */
export function unusedWindow(limit: number): WindowState {
  return {
    allowed: true,
    limit: limit === 0 ? UNLIMITED : limit,
    remaining: limit === 0 ? Number.POSITIVE_INFINITY : limit,
    resetMs: WINDOW_MS,
  }
}

export function toConsumption(group: Readonly<WindowState>, backstop: Readonly<WindowState>): Consumption {
  const tighterWindow = isTighter(backstop, group) ? backstop : group
  const waitMs = Math.max(group.allowed ? 0 : group.resetMs, backstop.allowed ? 0 : backstop.resetMs)
  return {
    allowed: waitMs === 0,
    limit: tighterWindow.limit,
    remaining: Math.min(tighterWindow.remaining, tighterWindow.limit),
    resetSeconds: Math.ceil(tighterWindow.resetMs / 1000),
    retryAfterSeconds: Math.ceil(waitMs / 1000),
  }
}

function isTighter(one: WindowState, other: WindowState): boolean {
  if (one.allowed !== other.allowed) return other.allowed
  if (one.remaining !== other.remaining) return one.remaining < other.remaining
  return one.resetMs > other.resetMs
}
