import type { CatalogView } from '../../avatars/index.ts'
import { JsonWriter } from '../../kernel/json-writer.ts'
import { MIRROR_FORM } from './answers.ts'

/** Avatars written at a time: some 300 KB, well under a millisecond of work. */
const CHUNK = 500

/**
 * One avatar a line (NDJSON), in chunks, as they are when their chunk is written: whoever reads slowly gets late
 * values, and never an avatar that was hidden meanwhile.
 */
export async function* listingLines(
  view: Pick<CatalogView, 'isListed' | 'write'>,
  slots: Uint32Array,
): AsyncGenerator<Buffer> {
  const out = new JsonWriter(CHUNK * 700)
  for (let start = 0; start < slots.length; start += CHUNK) {
    out.reset()
    for (const slot of slots.subarray(start, start + CHUNK)) {
      if (!view.isListed(slot)) continue
      view.write(MIRROR_FORM, slot, out)
      out.ascii('\n')
    }
    yield out.toBuffer()
  }
}
