import type { IncomingMessage } from 'node:http'
import type { ErrorCode } from '@avatary/contract/errors'
import { type Answer, empty, failure } from '../../kernel/answer.ts'
import type { Methods } from './allowed-methods.ts'
import { preflightHeaders } from './headers.ts'

/**
 * For what the router has no route for: an unknown path, a method that a path does not take, or a preflight.
 *
 * @param methods of the path; null when it is unknown.
 */
export function answerNowhere({ method }: IncomingMessage, methods: Methods | null): Answer<ErrorCode> {
  if (methods === null) return failure('not_found')
  if (method === 'OPTIONS') return empty(204, preflightHeaders(methods))
  const list = methods.all.join(', ')
  return failure('method_not_allowed', `This address takes ${list}.`, { Allow: list })
}
