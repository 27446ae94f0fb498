import { createQueryReader } from '@avatary/contract/parse'
import type { RouteContract } from '@avatary/contract/route'
import { worldRoutes } from '@avatary/contract/routes/world'
import { type Answer, PreparedAnswer, type RequestContext } from '../../kernel/answer.ts'
import type { WorldRouteId } from './plan.ts'
import type { LiveAnswer, LiveAnswers } from './ports.ts'

type AnyHandler = (input: {
  query: unknown
  params: unknown
  body: undefined
  context: RequestContext
}) => Promise<Answer>

/** Calls handlers as the HTTP layer would. */
export function answersOf(handlers: object, signal: AbortSignal): LiveAnswers {
  const request = { requestId: '', method: 'GET', headers: {}, address: '', network: '' }
  const context = { ...request, rawBody: Buffer.alloc(0), signal }
  return async ({ route: id, query: rawQuery }) => {
    const handler = (handlers as { readonly [Id in WorldRouteId]?: AnyHandler })[id]
    if (handler === undefined) return { kind: 'not_offered' }
    const { query: schema }: RouteContract = worldRoutes[id]
    const reading =
      schema === undefined
        ? { kind: 'value' as const, value: undefined }
        : createQueryReader(schema)(rawQuery)
    if (reading.kind === 'invalid') throw new Error(`${id} does not take ${rawQuery}`)
    const answer = await handler({
      query: reading.value,
      params: {},
      body: undefined,
      context: { ...context, rawQuery },
    })
    return bodyOf(answer)
  }
}

function bodyOf(answer: Answer): LiveAnswer {
  if (answer instanceof PreparedAnswer) return { kind: 'body', body: answer.bytes() }
  if (answer.kind === 'json') return { kind: 'body', body: Buffer.from(JSON.stringify(answer.value)) }
  if (answer.kind === 'failure' && answer.code === 'upstream_not_configured') return { kind: 'not_offered' }
  return { kind: 'unavailable' }
}
