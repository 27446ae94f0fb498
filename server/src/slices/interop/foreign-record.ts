import { readRecord } from './read-record.ts'
import type { Reading } from './reading.ts'

/**
 * Reads a record of another service: like `readRecord`, but without the fields that only our own exports may set. Else
 * any service could set our counters and `addedAt`.
 */
export function readForeignRecord(value: unknown, nowMs: number): Reading {
  const reading = readRecord(value, { nowMs, addedAt: 'kept' })
  if (reading.kind !== 'patch') return reading
  const { addedAtMs, views, likes, ...patch } = reading.patch
  return { ...reading, patch }
}
