import { readRecord } from './read-record.ts'
import type { Reading } from './reading.ts'

/** `readRecord` without what only our own exports may set: else any service could set counters and `addedAt`. */
export function readForeignRecord(value: unknown, nowMs: number): Reading {
  const reading = readRecord(value, { nowMs, addedAt: 'kept' })
  if (reading.kind !== 'patch') return reading
  const { addedAtMs, views, likes, ...patch } = reading.patch
  return { ...reading, patch }
}
