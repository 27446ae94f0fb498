import { setImmediate as nextTurn } from 'node:timers/promises'
import { VRCX_NO_DATE } from '@avatary/contract/vrcx'
import { type AvatarForm, type CatalogView, prefetchAt } from '../../../avatars/index.ts'
import type { BufferPool } from '../../../kernel/buffer-pool.ts'
import { JsonWriter } from '../../../kernel/json-writer.ts'

type View = Pick<CatalogView, 'isListed' | 'prefetch' | 'write'>

/** An avatar as VRCX reads it (contract, `VrcxAvatar`). */
export const VRCX_FORM: AvatarForm = [
  'id',
  'name',
  'description',
  'authorId',
  'authorName',
  'imageUrl',
  { key: 'thumbnailImageUrl', field: 'imageUrl' },
  'tags',
  'platforms',
  'performance',
  { key: 'created_at', field: 'createdAt', ifNull: VRCX_NO_DATE },
  { key: 'updated_at', field: 'updatedAt', ifNull: VRCX_NO_DATE },
  { key: 'releaseStatus', text: 'public' },
]

/** Avatars written in one turn of the event loop: some two milliseconds, where all of a long list took twenty. */
const STEP = 500

/** Bytes of an avatar, or somewhat more. */
const ROW_BYTES = 700

/**
 * `[avatar, …]`, to `search` and `authorId`; without those that were hidden while it was written.
 * @param memory for its megabytes, which the collector would mark the whole heap for.
 */
export async function vrcxList(
  view: View,
  slots: readonly number[],
  memory: BufferPool,
): Promise<JsonWriter> {
  const out = new JsonWriter(1 + slots.length * ROW_BYTES, memory).ascii('[')
  for (const [i, slot] of slots.entries()) {
    if (i > 0 && i % STEP === 0) await nextTurn()
    prefetchAt(view, slots, i)
    if (!view.isListed(slot)) continue
    if (out.length > 1) out.ascii(',')
    view.write(VRCX_FORM, slot, out)
  }
  return out.ascii(']')
}

/** One avatar, to `fileId`. */
export function vrcxOne(out: JsonWriter, view: View, slot: number): Buffer {
  view.write(VRCX_FORM, slot, out.reset())
  return out.toBuffer()
}
