import { ByteText, PreparedAnswer } from './answer.ts'
import { contentETag } from './content-etag.ts'
import type { JsonWriter } from './json-writer.ts'

/** Node sends texts of up to 16 KiB, headers included, without allocating memory outside the V8 heap. */
const MAX_TEXT_BYTES = 15 * 1024

/**
 * Makes the answer to one request from what was written, without leaving large buffers to the garbage collector.
 * @param slots those of the avatars in the answer.
 */
export function prepareOnce(out: JsonWriter, slots?: readonly number[]): PreparedAnswer {
  const { bytes, release } = out.lend()
  if (bytes.length > MAX_TEXT_BYTES) return new PreparedAnswer({ body: bytes, slots, release })
  const answer = new PreparedAnswer({
    body: new ByteText(bytes.toString('latin1')),
    slots,
    etag: contentETag(bytes),
  })
  release()
  return answer
}
