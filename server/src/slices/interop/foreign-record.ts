import { readRecord } from './read-record.ts'
import type { Reading } from './reading.ts'

/**
 * Reads a record of another service. Unlike `readRecord` it ignores the fields that only our own exports may set, such
 * as counters and `addedAt`.
 */
export function readForeignRecord(value: unknown, nowMs: number): Reading {
  const reading = readRecord(value, { nowMs, addedAt: 'kept' })
  if (reading.kind !== 'patch') return reading
  const { addedAtMs, views, likes, ...patch } = reading.patch
  return { ...reading, patch }
}
