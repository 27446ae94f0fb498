import { isDeepStrictEqual } from 'node:util'
import type { interopRoutes } from '@avatary/contract/routes/interop'
import { type CatalogView, EMPTY_QUERY } from '../../../avatars/index.ts'
import type { HandlersOf } from '../../../handlers.ts'
import { failure, prepared } from '../../../kernel/answer.ts'
import { parseAnyAuthorId } from '../../../kernel/avatar-id.ts'
import type { BufferPool } from '../../../kernel/buffer-pool.ts'
import { JsonWriter } from '../../../kernel/json-writer.ts'
import { prepareOnce } from '../../../kernel/prepare-once.ts'
import type { CatalogSearch } from '../../catalog/index.ts'
import { VRCX_SHAPE, writeVrcxList } from './answers.ts'

/**
 * Handlers for VRCX: `search` and `authorId` answer an array, most popular first, because VRCX keeps the first entries.
 * `fileId` answers one object, or 404 when no listed avatar has that picture.
 */
export function vrcxHandlers(deps: {
  view: CatalogView
  search: Pick<CatalogSearch, 'page' | 'queryOf'>
  bufferPool: BufferPool
}) {
  const { view, search, bufferPool } = deps
  const writer = new JsonWriter()

  const answerForFile = (fileId: string) => {
    const [slot] = view.listedWithImage(fileId)
    if (slot === undefined) return failure('avatar_not_found', 'No listed avatar has that picture.')
    view.write(VRCX_SHAPE, slot, writer.reset())
    return prepared({ body: writer.toBuffer() })
  }

  /** Slots of exactly this author: here ten letters and digits are an id, never a name. */
  const slotsOfAuthor = (text: string, limit: number): readonly number[] => {
    const id = parseAnyAuthorId(text.trim())
    if (id === null) return []
    const author = { kind: 'id', id } as const
    return view.search({ ...EMPTY_QUERY, author, sort: 'popular', limit }).slots
  }

  return {
    vrcxAvatars: async ({ query, context }) => {
      const { search: q, authorId, fileId, n: limit } = query
      if (fileId !== undefined) return answerForFile(fileId)
      if (authorId === undefined && q === undefined) {
        return failure('invalid_parameter', 'Give one of the parameters `search`, `authorId` and `fileId`.')
      }
      if (authorId !== undefined)
        return prepareOnce(await writeVrcxList(view, slotsOfAuthor(authorId, limit), bufferPool))
      const parameters = { q: q!, sort: 'popular', limit, offset: 0 } as const
      if (isDeepStrictEqual(search.queryOf(parameters).text, EMPTY_QUERY.text)) {
        return failure('invalid_parameter', '`search` must have something to look for, and is blank.')
      }
      const { slots } = await search.page(context, parameters)
      return prepareOnce(await writeVrcxList(view, slots, bufferPool))
    },
  } satisfies HandlersOf<typeof interopRoutes>
}
