import { setImmediate as nextTurn } from 'node:timers/promises'
import { VRCX_NO_DATE } from '@avatary/contract/vrcx'
import { type AvatarShape, type CatalogView, prefetchAhead } from '../../../avatars/index.ts'
import type { BufferPool } from '../../../kernel/buffer-pool.ts'
import { JsonWriter } from '../../../kernel/json-writer.ts'

/** An avatar in the shape that VRCX reads (`VrcxAvatar` in the contract). */
export const VRCX_SHAPE: AvatarShape = [
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

/** Avatars written per turn of the event loop, in one to two milliseconds; a whole long list takes ten or more. */
const AVATARS_PER_TURN = 500

/** Upper estimate of an avatar's JSON in bytes. */
const AVATAR_BYTES = 700

/**
 * Writes the answer to `search` and `authorId`: `[avatar, …]`, without avatars that were hidden while it was written.
 * @param bufferPool a pool for the large buffer, which would otherwise make V8 mark the whole heap.
 */
export async function writeVrcxList(
  view: Pick<CatalogView, 'isListed' | 'prefetch' | 'write'>,
  slots: readonly number[],
  bufferPool: BufferPool,
): Promise<JsonWriter> {
  const out = new JsonWriter(1 + slots.length * AVATAR_BYTES, bufferPool).ascii('[')
  for (const [i, slot] of slots.entries()) {
    if (i > 0 && i % AVATARS_PER_TURN === 0) await nextTurn()
    prefetchAhead(view, slots, i)
    if (!view.isListed(slot)) continue
    if (out.length > 1) out.ascii(',')
    view.write(VRCX_SHAPE, slot, out)
  }
  return out.ascii(']')
}
