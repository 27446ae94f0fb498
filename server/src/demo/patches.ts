import { readRecord } from '../slices/interop/index.ts'

/** Reads avatars of the demo as an import does that uses their date of creation. */
export function patchesOf(avatars: readonly object[], nowMs: number) {
  return avatars.flatMap(avatar => {
    const reading = readRecord(avatar, { nowMs, addedAt: 'created' })
    return reading.kind === 'patch' ? [reading.patch] : []
  })
}
