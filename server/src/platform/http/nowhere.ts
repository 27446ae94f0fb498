import type { IncomingMessage } from 'node:http'
import type { ErrorCode } from '@avatary/contract/errors'
import { type Answer, empty, failure } from '../../kernel/answer.ts'
import type { AllowedMethods } from './allowed-methods.ts'
import { preflightHeaders } from './headers.ts'

/** For what the router has no route for: an unknown path, a method that a path does not take, or a preflight. */
export function answerNowhere({ method, url }: IncomingMessage, allowed: AllowedMethods): Answer<ErrorCode> {
  const methods = allowed.of(url!.split('?', 1)[0]!)
  if (methods === null) return failure('not_found')
  if (method === 'OPTIONS') return empty(204, preflightHeaders(methods))
  const list = methods.all.join(', ')
  return failure('method_not_allowed', `This address takes ${list}.`, { Allow: list })
}
