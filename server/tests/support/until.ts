import { setTimeout as delay } from 'node:timers/promises'

/** Waits for something that happens in another process, and fails with `what` after `deadlineMs`. */
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
