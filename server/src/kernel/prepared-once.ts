import { ByteText, Prepared } from './answer.ts'
import { contentTag } from './content-tag.ts'
import type { JsonWriter } from './json-writer.ts'

/** Node sends a text of up to 16 KiB, headers included, without memory outside of the heap. */
const MAX_TEXT_BYTES = 15 * 1024

/** The answer to a request that has most likely not been made before: most leave no memory outside of the heap. */
export function preparedOnce(out: JsonWriter): Prepared {
  if (out.length > MAX_TEXT_BYTES) return new Prepared({ body: out.toBuffer() })
  const bytes = out.takeBuffer()
  return new Prepared({ body: new ByteText(bytes.toString('latin1')), etag: contentTag(bytes) })
}
