import { readRecord } from './read-record.ts'
import type { Reading } from './reading.ts'

/**
 * What a record says that comes from somebody else over the network: as `readRecord`, but without what only our own
 * exports may tell. Else any service could set our counters, and when we first had an avatar.
 */
export function readForeignRecord(value: unknown, nowMs: number): Reading {
  const reading = readRecord(value, { nowMs, addedAt: 'kept' })
  if (reading.kind !== 'patch') return reading
  const { addedAtMs, views, likes, ...patch } = reading.patch
  return { ...reading, patch }
}
