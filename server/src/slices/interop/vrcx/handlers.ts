import type { ErrorCode } from '@avatary/contract/errors'
import type { BodyOf, ParamsOf, QueryOf } from '@avatary/contract/route'
import type { interopRoutes } from '@avatary/contract/routes/interop'
import { type Answer, failure, type Handler, prepared } from '../../../kernel/answer.ts'
import { isLegacyAuthorId, parseAuthorId } from '../../../kernel/avatar-id.ts'
import { BROWSE } from '../../catalog/browse.ts'
import type { CatalogSearch, SearchForm } from '../../catalog/search.ts'
import type { CatalogView } from '../../catalog/view.ts'
import { vrcxList, vrcxOne } from './answers.ts'

type Route = (typeof interopRoutes)['vrcxAvatars']
type VrcxHandler = Handler<QueryOf<Route>, ParamsOf<Route>, BodyOf<Route>, ErrorCode>

/** VRCX shows ten of what it takes at a time, and does not say which. */
const FORM: SearchForm = {
  name: 'vrcx ',
  isShown: false,
  moment: () => 0,
  write: (view, { slots }) => vrcxList(view, slots),
}

/**
 * What answers VRCX (domain facts, section 1): `search` and `authorId` an array, `fileId` one object, 404 when no
 * listed avatar has that picture. Most popular first; VRCX itself keeps what comes first.
 */
export function vrcxHandlers(parts: { view: CatalogView; search: Pick<CatalogSearch, 'answer'> }) {
  const { view, search } = parts

  const ofFile = (fileId: string): Answer<ErrorCode> => {
    const [slot] = view.listedWithImage(fileId)
    if (slot === undefined) return failure('avatar_not_found', 'No listed avatar has that picture.')
    return prepared({ body: vrcxOne(view, slot) })
  }

  /** Exactly that author's: ten letters and digits are an id here, and never a name. */
  const ofAuthor = (text: string, limit: number): Answer<ErrorCode> => {
    const trimmed = text.trim()
    const id = isLegacyAuthorId(trimmed) ? trimmed : parseAuthorId(trimmed)
    if (id === null) return prepared({ body: vrcxList(view, []) })
    const author = { kind: 'id', id } as const
    const { slots } = view.search({ ...BROWSE, author, sort: 'popular', offset: 0, limit })
    return prepared({ body: vrcxList(view, slots) })
  }

  const vrcxAvatars: VrcxHandler = ({ query, context }) => {
    const { search: q, authorId, fileId, n } = query
    if (fileId !== undefined) return ofFile(fileId)
    if (authorId !== undefined) return ofAuthor(authorId, n)
    if (q === undefined) {
      return failure('invalid_parameter', 'Give one of the parameters `search`, `authorId` and `fileId`.')
    }
    return search.answer(context.rawQuery, { q, sort: 'popular', limit: n, offset: 0 }, FORM)
  }

  return { vrcxAvatars }
}
