import type { ErrorCode } from '@avatary/contract/errors'
import type { imageRoutes } from '@avatary/contract/routes/images'
import { type CatalogView, listedSlot, readFields } from '../../avatars/index.ts'
import type { HandlersOf } from '../../handlers.ts'
import { type Answer, failure, stream } from '../../kernel/answer.ts'
import type { Pictures } from './pictures.ts'

/** Handlers of the routes of pictures. */
export function imageHandlers({ view, pictures }: { view: CatalogView; pictures: Pictures }) {
  return {
    avatarImage: async ({ params, query, context }): Promise<Answer<ErrorCode>> => {
      const slot = listedSlot(view, params.id)
      if (slot === -1) return failure('avatar_not_found')
      const picture = pictures.pictureOf(imageUrlOf(view, slot), query.size)
      if (picture === null) return failure('image_not_found')
      const etag = `"${picture.name}"`
      if (context.headers['if-none-match']?.includes(etag)) return stream(NOTHING, 'image/png', { etag })
      const answer = await pictures.get(picture, context.network)
      if (answer.kind === 'none') return failure('image_not_found')
      if (answer.kind === 'unavailable') {
        const seconds = String(Math.ceil(answer.retryAfterMs / 1000))
        return failure('upstream_unavailable', undefined, { 'Retry-After': seconds })
      }
      const { bytes, type } = answer
      return stream(oneChunk(bytes), type, { etag, headers: { 'Content-Length': String(bytes.length) } })
    },
  } satisfies HandlersOf<typeof imageRoutes>
}

const IMAGE_URL = ['imageUrl'] as const

/** Empty when the avatar has no picture. */
export function imageUrlOf(view: CatalogView, slot: number): string {
  return readFields(view, IMAGE_URL, slot).imageUrl
}

/** The body of an answer that becomes 304 by its ETag, so that nothing reads it. */
const NOTHING: AsyncIterable<Uint8Array> = { [Symbol.asyncIterator]: () => oneChunk(Buffer.alloc(0)) }

async function* oneChunk(bytes: Buffer): AsyncGenerator<Uint8Array> {
  yield bytes
}
