import type { Answer } from '../../lib/api.ts'
import { routeUrl } from '../../lib/api.ts'
import { answerOf } from '../../lib/queries.ts'

export type Creator = Answer<'GET /creators/{id}'>

export const creatorOf = (id: string) => answerOf('GET /creators/{id}', { params: { id } })

/** The path of the Atom feed of a creator's newest avatars. */
export const feedOf = (id: string) => routeUrl('/feeds/author/{id}.atom', { id })
