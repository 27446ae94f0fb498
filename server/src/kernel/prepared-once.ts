import { ByteText, Prepared } from './answer.ts'
import { contentTag } from './content-tag.ts'
import type { JsonWriter } from './json-writer.ts'

/** Node sends a text of up to 16 KiB, headers included, without memory outside of the heap. */
const MAX_TEXT_BYTES = 15 * 1024

/** The answer to one request, of what was written; most leave no memory to the collector. */
export function preparedOnce(out: JsonWriter): Prepared {
  const { bytes, release } = out.lend()
  if (bytes.length > MAX_TEXT_BYTES) return new Prepared({ body: bytes, release })
  const answer = new Prepared({ body: new ByteText(bytes.toString('latin1')), etag: contentTag(bytes) })
  release()
  return answer
}
