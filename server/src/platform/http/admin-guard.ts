import type { ErrorCode } from '@avatary/contract/errors'
import { type Failure, failure } from '../../kernel/answer.ts'
import type { Identify, Person } from '../../kernel/person.ts'
import { bearerGuard, type Guard } from './bearer-guard.ts'

export interface AdminGuardDeps {
  /** Who sends it is an operator. */
  readonly token: string
  readonly identify: Identify
  /** Of people who are signed in. */
  readonly isAdmin: (person: Person) => boolean
  /** Origin of our own pages. */
  readonly ownOrigin: string
}

/**
 * Lets in who sends the admin token, and administrators who are signed in; these may write from pages of ours alone,
 * as their cookie comes with whatever a browser sends. Keys and tokens of people open nothing here.
 */
export function adminGuard({ token, identify, isAdmin, ownOrigin }: AdminGuardDeps): Guard {
  const byToken = bearerGuard(token)
  return async (entrant): Promise<Failure<ErrorCode> | null> => {
    const { headers, method } = entrant
    if (headers.authorization !== undefined) return await byToken(entrant)
    const person = await identify(entrant, { acceptsKey: false })
    if (person === null || !isAdmin(person)) return await byToken(entrant)
    const isRead = method === 'GET' || method === 'HEAD'
    if (!isRead && headers.origin !== ownOrigin) return failure('origin_not_allowed')
    entrant.person = person
    return null
  }
}
