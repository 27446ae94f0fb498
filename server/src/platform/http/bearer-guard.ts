import { createHash, timingSafeEqual } from 'node:crypto'
import type { ErrorCode } from '@avatary/contract/errors'
import { type Failure, failure, type RequestContext } from '../../kernel/answer.ts'
import type { Introduction, Person } from '../../kernel/person.ts'

/** A request as a guard sees it; one that finds out who sent it says so. */
interface Entrant extends Introduction, Pick<RequestContext, 'method'> {
  person?: Person | null
}

/** Decides by the head of a request alone whether it goes on; null = yes. */
export type Guard = (entrant: Entrant) => Failure<ErrorCode> | null | Promise<Failure<ErrorCode> | null>

const BEARER = /^Bearer +([\w.~+/-]+=*) *$/i

/** Lets in who sends the token (RFC 6750 §2.1). The comparison takes as long for any other one. */
export function bearerGuard(token: string): Guard {
  const wanted = digestOf(token)
  return ({ headers }) => {
    const given = BEARER.exec(headers.authorization ?? '')?.[1]
    if (given !== undefined && timingSafeEqual(digestOf(given), wanted)) return null
    return failure('admin_token_required', undefined, { 'WWW-Authenticate': 'Bearer realm="admin"' })
  }
}

function digestOf(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
