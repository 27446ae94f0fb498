import type { imageRoutes } from '@avatary/contract/routes/images'
import Negotiator from 'negotiator'
import { type CatalogView, listedSlot } from '../../avatars/index.ts'
import type { HandlersOf } from '../../handlers.ts'
import { failure, stream } from '../../kernel/answer.ts'
import { webpName } from './picture.ts'
import type { Pictures } from './pictures.ts'

export function imageHandlers({ view, pictures }: { view: CatalogView; pictures: Pictures }) {
  return {
    avatarImage: async ({ params, query, context }) => {
      const slot = listedSlot(view, params.id)
      if (slot === -1) return failure('avatar_not_found')
      const picture = pictures.pictureOf(imageUrlOf(view, slot), query.size)
      if (picture === null) return failure('image_not_found')
      const isWebp = namesWebp(context.headers.accept)
      const etag = `"${isWebp ? webpName(picture) : picture.name}"`
      if (context.headers['if-none-match']?.includes(etag))
        // The HTTP layer answers 304, and reads nothing.
        return stream(oneChunk(Buffer.alloc(0)), 'image/png', { etag, headers: VARY_HEADER })
      const { network } = context
      const answer = await (isWebp ? pictures.getWebp(picture, network) : pictures.get(picture, network))
      if (answer.kind === 'none') return failure('image_not_found')
      if (answer.kind === 'unavailable') {
        const seconds = String(Math.ceil(answer.retryAfterMs / 1000))
        return failure(
          'upstream_unavailable',
          'The platform that has the pictures does not answer. Try again later.',
          { 'Retry-After': seconds },
        )
      }
      const { bytes, type } = answer
      const headers = { ...VARY_HEADER, 'Content-Length': String(bytes.length) }
      return stream(oneChunk(bytes), type, { etag, headers })
    },
  } satisfies HandlersOf<typeof imageRoutes>
}

/** Caches keep one picture for clients that accept WebP, and one for the others (RFC 9110 §12.5.5). */
const VARY_HEADER = { Vary: 'Accept' }

/** True when `Accept` names WebP, as browsers do. `image/*` does not say which formats a client can read. */
function namesWebp(accept: string | undefined): boolean {
  return new Negotiator({ headers: { accept: accept?.toLowerCase() } }).mediaTypes().includes('image/webp')
}

const IMAGE_URL_FIELD = ['imageUrl'] as const

/** The image URL of an avatar; empty when it has none. */
export function imageUrlOf(view: CatalogView, slot: number): string {
  return view.read(IMAGE_URL_FIELD, slot).imageUrl
}

async function* oneChunk(bytes: Buffer): AsyncGenerator<Uint8Array> {
  yield bytes
}
