import { type CatalogView, prefetchAt } from '../../avatars/index.ts'
import { JsonWriter } from '../../kernel/json-writer.ts'
import { MIRROR_SHAPE } from './answers.ts'

/** Writing such a chunk takes less than a millisecond. */
const AVATARS_PER_CHUNK = 500
/** Typical size of an avatar's line. */
const LINE_BYTES = 700

/** Yields chunks of NDJSON, one avatar per line. Each chunk is current when it is made, without hidden avatars. */
export async function* listingLines(
  view: Pick<CatalogView, 'isListed' | 'prefetch' | 'write'>,
  slots: Uint32Array,
): AsyncGenerator<Buffer> {
  const out = new JsonWriter(AVATARS_PER_CHUNK * LINE_BYTES)
  for (let start = 0; start < slots.length; start += AVATARS_PER_CHUNK) {
    out.reset()
    for (const [i, slot] of slots.subarray(start, start + AVATARS_PER_CHUNK).entries()) {
      prefetchAt(view, slots, start + i)
      if (!view.isListed(slot)) continue
      view.write(MIRROR_SHAPE, slot, out)
      out.ascii('\n')
    }
    yield out.toBuffer()
  }
}
