import type { Value } from '../../lib/api.ts'
import { addressOf } from '../../lib/api.ts'
import { answerOf } from '../../lib/queries.ts'

export type Creator = Value<'GET /creators/{id}'>

export const creatorOf = (id: string) => answerOf('GET /creators/{id}', { params: { id } })

/** The path of the Atom feed of a creator's newest avatars. */
export const feedOf = (id: string) => addressOf('/feeds/author/{id}.atom', { id })
