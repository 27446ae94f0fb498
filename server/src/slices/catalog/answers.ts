import { MirrorAvatarSchema } from '@avatary/contract/avatar'
import type { QueryWarning } from '@avatary/contract/query-language'
import type { Correction } from '@avatary/contract/suggest'
import {
  AVATAR_SHAPE,
  type CatalogView,
  type SearchPage,
  shapeOf,
  writeAvatars,
} from '../../avatars/index.ts'
import type { PreparedAnswer } from '../../kernel/answer.ts'
import type { JsonWriter } from '../../kernel/json-writer.ts'
import { prepareOnce } from '../../kernel/prepare-once.ts'
import type { ParsedCatalogQuery } from './parse-query.ts'

/** The fields that mirrors get. */
export const MIRROR_SHAPE = shapeOf(MirrorAvatarSchema)

/** A page, with corrections when the text finds nothing. */
export interface PageWithSuggestions extends SearchPage {
  readonly suggestions: readonly Correction[]
}

/** `{warnings}`, or an empty object when the whole text was understood. */
export function warningsOf({ text: { warnings } }: ParsedCatalogQuery): {
  warnings?: readonly QueryWarning[]
} {
  return warnings.length === 0 ? {} : { warnings }
}

/**
 * `GET /avatars/search` (spec): `{total, avatars, limit, offset, hasMore}`, with `suggestions` and `warnings` if there
 * are any.
 */
export function searchAnswer(
  view: CatalogView,
  page: PageWithSuggestions,
  query: ParsedCatalogQuery,
  out: JsonWriter,
): PreparedAnswer {
  const { limit, offset } = query
  out.reset().ascii('{"total":').integer(page.total).ascii(',"avatars":')
  writeAvatars(view, AVATAR_SHAPE, page.slots, out)
    .ascii(',"limit":')
    .integer(limit)
    .ascii(',"offset":')
    .integer(offset)
  out.ascii(`,"hasMore":${offset + page.slots.length < page.total}`)
  if (page.suggestions.length > 0) out.ascii(',"suggestions":').json(page.suggestions)
  const { warnings } = warningsOf(query)
  if (warnings !== undefined) out.ascii(',"warnings":').json(warnings)
  return prepareOnce(out.ascii('}'), page.slots)
}

/** The answer to `GET /avatars/trending` (spec): `{avatars}`. */
export function avatarsAnswer(view: CatalogView, slots: readonly number[], out: JsonWriter): Buffer {
  out.reset().ascii('{"avatars":')
  return writeAvatars(view, AVATAR_SHAPE, slots, out).ascii('}').toBuffer()
}

/** `GET /avatars/all` (spec): `{total, count, nextOffset, avatars}`. */
export function bulkAnswer(
  view: CatalogView,
  page: { total: number; nextOffset: number | null; slots: ArrayLike<number> },
  out: JsonWriter,
): Buffer {
  out.reset().ascii('{"total":').integer(page.total)
  out.ascii(',"count":').integer(page.slots.length).ascii(`,"nextOffset":${page.nextOffset},"avatars":`)
  return writeAvatars(view, MIRROR_SHAPE, page.slots, out).ascii('}').toBuffer()
}
