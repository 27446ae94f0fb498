import { setImmediate as nextTurn } from 'node:timers/promises'
import { VRCX_NO_DATE } from '@avatary/contract/vrcx'
import type { AvatarForm, CatalogView } from '../../../avatars/index.ts'
import { chunks } from '../../../kernel/chunks.ts'
import type { JsonWriter } from '../../../kernel/json-writer.ts'

type View = Pick<CatalogView, 'isListed' | 'write'>

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

/**
 * `[avatar, …]`, to `search` and `authorId`; without those that were hidden while it was written. Between two turns
 * others may use `out`.
 */
export async function vrcxList(out: JsonWriter, view: View, slots: readonly number[]): Promise<Buffer> {
  const parts: Buffer[] = []
  for (const some of chunks(slots, STEP)) {
    if (parts.length > 0) await nextTurn()
    parts.push(writeSome(out, view, some))
  }
  const isEmpty = parts.every(({ length }) => length === 0)
  if (isEmpty) return Buffer.from('[]')
  const body = Buffer.concat([...parts, Buffer.from(']')])
  body[0] = OPEN_BRACKET
  return body
}

/** Writes `,row` for each slot; the bracket of the list replaces the first comma. */
function writeSome(out: JsonWriter, view: View, slots: readonly number[]): Buffer {
  out.reset()
  for (const slot of slots) {
    if (view.isListed(slot)) view.write(VRCX_FORM, slot, out.ascii(','))
  }
  return out.toBuffer()
}

/** One avatar, to `fileId`. */
export function vrcxOne(out: JsonWriter, view: View, slot: number): Buffer {
  view.write(VRCX_FORM, slot, out.reset())
  return out.toBuffer()
}

const OPEN_BRACKET = 0x5b
