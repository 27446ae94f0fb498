import { setImmediate as nextTurn } from 'node:timers/promises'
import { JsonWriter } from '../../../kernel/json-writer.ts'
import { slices } from '../../../kernel/slices.ts'
import type { CatalogView } from '../../catalog/view.ts'

type View = Pick<CatalogView, 'isListed' | 'writeForVrcx'>

/** Avatars written in one turn of the event loop: some three milliseconds, where all of a long list took twenty. */
const STEP = 1000

/** `[avatar, …]`, to `search` and `authorId`; without those that were hidden while it was written. */
export async function vrcxList(view: View, slots: readonly number[]): Promise<Buffer> {
  const out = new JsonWriter(16 * 1024).ascii('[')
  let isFirst = true
  for (const [step, some] of [...slices(slots, STEP)].entries()) {
    if (step > 0) await nextTurn()
    for (const slot of some) {
      if (!view.isListed(slot)) continue
      if (!isFirst) out.ascii(',')
      view.writeForVrcx(slot, out)
      isFirst = false
    }
  }
  return out.ascii(']').toBuffer()
}

/** One avatar, to `fileId`. */
export function vrcxOne(view: View, slot: number): Buffer {
  const out = new JsonWriter(2048)
  view.writeForVrcx(slot, out)
  return out.toBuffer()
}
