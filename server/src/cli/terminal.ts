import { once } from 'node:events'
import type { Readable, Writable } from 'node:stream'
import { formatCount } from '../kernel/text/format-count.ts'

/** Streams and signals of a command, injected for tests. */
export interface Terminal {
  stdin: Readable
  stdout: Writable
  stderr: Writable
  /** True when `stderr` is a terminal, on which a line can be rewritten. */
  isScreen: boolean
  /** Aborts at the first SIGINT or SIGTERM after the call; a second one kills the process. */
  stopSignal(): AbortSignal
}

export const processTerminal: Terminal = {
  stdin: process.stdin,
  stdout: process.stdout,
  stderr: process.stderr,
  isScreen: process.stderr.isTTY === true,
  stopSignal: () => {
    const controller = new AbortController()
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => controller.abort())
    return controller.signal
  },
}

/** Writes, and waits while the stream's buffer is full. */
export async function write(stream: Writable, text: string): Promise<void> {
  if (!stream.write(text)) await once(stream, 'drain')
}

/** `1 avatar`, `1,204 avatars` */
export function quantity(count: number, noun: string): string {
  return `${formatCount(count)} ${noun}${count === 1 ? '' : 's'}`
}

/** `0.4 s`, `12 s`, `3:07`, `1:02:33` */
export function formatDuration(ms: number): string {
  if (ms < 10_000) return `${(ms / 1000).toFixed(1)} s`
  const seconds = Math.round(ms / 1000)
  if (seconds < 60) return `${seconds} s`
  const [hours, minutes, rest] = [seconds / 3600, (seconds / 60) % 60, seconds % 60].map(Math.floor)
  const twoDigits = (part: number) => String(part).padStart(2, '0')
  return hours === 0
    ? `${minutes}:${twoDigits(rest!)}`
    : `${hours}:${twoDigits(minutes!)}:${twoDigits(rest!)}`
}
