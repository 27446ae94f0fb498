import { setTimeout as delay } from 'node:timers/promises'

/** Waits for something in another process; fails with `what` after `deadlineMs`. */
export async function until(
  what: string,
  holds: () => boolean | Promise<boolean>,
  deadlineMs = 120_000,
): Promise<void> {
  const givesUpAt = performance.now() + deadlineMs
  while (!(await holds())) {
    if (performance.now() > givesUpAt) throw new Error(`Waited ${deadlineMs} ms in vain: ${what}`)
    await delay(10)
  }
}
