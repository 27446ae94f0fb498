import { JsonWriter } from '../../../kernel/json-writer.ts'
import type { CatalogView } from '../../catalog/view.ts'

/** One writer for every synchronous answer: it is emptied by `toBuffer` before anything else can run. */
const writer = new JsonWriter(64 * 1024)

/** `[avatar, …]`, to `search` and `authorId`. */
export function vrcxList(view: CatalogView, slots: readonly number[]): Buffer {
  const out = writer.reset().ascii('[')
  for (const [i, slot] of slots.entries()) {
    if (i > 0) out.ascii(',')
    view.writeForVrcx(slot, out)
  }
  return out.ascii(']').toBuffer()
}

/** One avatar, to `fileId`. */
export function vrcxOne(view: CatalogView, slot: number): Buffer {
  view.writeForVrcx(slot, writer.reset())
  return writer.toBuffer()
}
