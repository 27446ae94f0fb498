import { type CatalogView, prefetchAt } from '../../avatars/index.ts'
import { JsonWriter } from '../../kernel/json-writer.ts'
import { MIRROR_FORM } from './answers.ts'

/** Avatars per chunk: some 300 KB, written in less than a millisecond. */
const CHUNK = 500

/**
 * Yields one avatar per line (NDJSON), in chunks. Values are current when a chunk is read, so avatars that were hidden
 * meanwhile are skipped.
 */
export async function* listingLines(
  view: Pick<CatalogView, 'isListed' | 'prefetch' | 'write'>,
  slots: Uint32Array,
): AsyncGenerator<Buffer> {
  const out = new JsonWriter(CHUNK * 700)
  for (let start = 0; start < slots.length; start += CHUNK) {
    out.reset()
    for (const [i, slot] of slots.subarray(start, start + CHUNK).entries()) {
      prefetchAt(view, slots, start + i)
      if (!view.isListed(slot)) continue
      view.write(MIRROR_FORM, slot, out)
      out.ascii('\n')
    }
    yield out.toBuffer()
  }
}
