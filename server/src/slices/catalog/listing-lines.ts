import { type CatalogView, prefetchAhead } from '../../avatars/index.ts'
import { JsonWriter } from '../../kernel/json-writer.ts'
import { MIRROR_SHAPE } from './answers.ts'

/** Writing such a chunk takes less than a millisecond. */
const AVATARS_PER_CHUNK = 500
const TYPICAL_LINE_BYTES = 700

/** Yields avatars as chunks of NDJSON, for mirrors. Each chunk is current when it is made, without hidden avatars. */
export async function* listingLines(
  view: Pick<CatalogView, 'isListed' | 'prefetch' | 'write'>,
  slots: Uint32Array,
): AsyncGenerator<Buffer> {
  const out = new JsonWriter(AVATARS_PER_CHUNK * TYPICAL_LINE_BYTES)
  for (let start = 0; start < slots.length; start += AVATARS_PER_CHUNK) {
    out.reset()
    for (const [i, slot] of slots.subarray(start, start + AVATARS_PER_CHUNK).entries()) {
      prefetchAhead(view, slots, start + i)
      if (!view.isListed(slot)) continue
      view.write(MIRROR_SHAPE, slot, out)
      out.ascii('\n')
    }
    yield out.toBuffer()
  }
}
