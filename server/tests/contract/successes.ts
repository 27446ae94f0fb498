import assert from 'node:assert/strict'
import { isEmpty, isPictureOrXml } from '@avatary/contract/openapi/responses'
import { type ExampleRequest, pathWith, type RouteContract } from '@avatary/contract/route'
import { ROUTES } from '@avatary/contract/routes/all'
import { Compile } from 'typebox/compile'
import { type Answer, ask, type Check, nameOf, proofOf, type Target } from './target.ts'

/** Checks that each route's examples get an answer that matches its schema, with the promised headers. */
export function successChecks(): Check[] {
  return ROUTES.flatMap(route => (route.exampleRequests ?? []).map(example => successCheck(route, example)))
}

function successCheck(route: RouteContract, example: ExampleRequest): Check {
  const input = example.query ?? (example.body === undefined ? '' : JSON.stringify(example.body))
  return {
    name: `${nameOf(route)} ${input} answers as its schema says`.replaceAll('  ', ' '),
    run: target => assertAnswers(target, route, example),
  }
}

async function assertAnswers(target: Target, route: RouteContract, example: ExampleRequest): Promise<void> {
  const path = targetOf(route, example)
  const proof = proofOf(target, route)
  const init: RequestInit =
    example.body === undefined
      ? { headers: proof }
      : { body: JSON.stringify(example.body), headers: { ...proof, 'Content-Type': 'application/json' } }
  const answer = await ask(target, path, { method: route.method, ...init })
  assert.equal(answer.status, route.status ?? 200, answer.text.slice(0, 200))
  if (isEmpty(route.response)) return
  assertBody(route, answer)
  if (route.auth === 'public') assert.equal(answer.headers.get('access-control-allow-origin'), '*')
  if (route.auth === 'admin') assert.equal(answer.headers.get('cache-control'), 'no-store')
  if (route.method === 'GET') await assertConditional(target, route, path, answer)
}

function targetOf({ path }: RouteContract, { query = '', params = {} }: ExampleRequest): string {
  const target = pathWith(path, params)
  return query === '' ? target : `${target}?${query}`
}

/** Asserts that the body matches the route's schema and media type. */
export function assertBody(
  { response, mediaType = 'application/json' }: RouteContract,
  answer: Answer,
): void {
  assert.ok(answer.headers.get('content-type')?.startsWith(mediaType), answer.headers.get('content-type')!)
  if (isPictureOrXml(mediaType)) return
  const validator = Compile(response)
  const isLines = mediaType === 'application/x-ndjson'
  const texts = isLines ? answer.text.split('\n').filter(line => line !== '') : [answer.text]
  for (const text of texts) {
    const value: unknown = JSON.parse(text)
    assert.ok(validator.Check(value), JSON.stringify(validator.Errors(value).slice(0, 3)))
  }
}

/** Asserts that repeating the request transfers no body (RFC 9110 §13.1.2), and that HEAD has the same headers. */
async function assertConditional(
  target: Target,
  route: RouteContract,
  path: string,
  { headers }: Answer,
): Promise<void> {
  const { mediaType } = route
  const proof = proofOf(target, route)
  const etag = headers.get('etag')
  assert.match(etag ?? 'absent', mediaType === undefined ? /^"[^"]+"$/ : /^(W\/)?"[^"]+"$/)
  const again = await ask(target, path, { headers: { ...proof, 'If-None-Match': `"other", ${etag}` } })
  // The answer and its ETag may have changed between the two requests if it contains a counter or a time.
  if (again.headers.get('etag') === etag) {
    assert.equal(again.status, 304)
    assert.equal(again.text, '')
  }
  const head = await ask(target, path, { method: 'HEAD', headers: proof })
  assert.equal(head.status, 200)
  assert.equal(head.text, '')
  if (mediaType !== undefined) return
  assert.match(headers.get('vary') ?? 'absent', /\bAccept-Encoding$/)
  assert.equal(head.headers.get('content-type'), headers.get('content-type'))
}
