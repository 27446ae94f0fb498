import assert from 'node:assert/strict'
import type { RouteContract } from '@avatary/contract/route'
import { Compile } from 'typebox/compile'
import { UNKNOWN_PARAMETERS } from './refusals.ts'
import { ask, assertCommonHeaders, type Check, nameOf, PUBLIC_ROUTES, type Target } from './target.ts'

/** Visits of programs do not count, so they would cause no event. */
const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0'
const PATIENCE_MS = 20_000
const FRAME = /^id: \d+\ndata: (.*)\n\n/m

/** Checks that a stream begins with what its client missed, and that each frame matches its schema. */
export function streamChecks(): Check[] {
  return PUBLIC_ROUTES.filter(({ mediaType }) => mediaType === 'text/event-stream').flatMap(route => [
    {
      name: `${nameOf(route)} sends frames as its schema says`,
      run: target => assertStreams(target, route, 'since=0'),
    },
    {
      name: `${nameOf(route)} ignores parameters that it does not know`,
      run: target => assertStreams(target, route, `since=0&${UNKNOWN_PARAMETERS}`),
    },
  ])
}

async function assertStreams(
  target: Target,
  { path, response }: RouteContract,
  query: string,
): Promise<void> {
  await viewOne(target)
  const stopping = new AbortController()
  const signal = AbortSignal.any([stopping.signal, AbortSignal.timeout(PATIENCE_MS)])
  const answer = await target.fetch(`${target.baseUrl}${path}?${query}`, { signal })
  try {
    assert.equal(answer.status, 200)
    assert.match(answer.headers.get('content-type') ?? '', /^text\/event-stream/)
    assertCommonHeaders(answer.headers, path)
    const frame: unknown = JSON.parse(await firstFrame(answer))
    const validator = Compile(response)
    assert.ok(validator.Check(frame), JSON.stringify(validator.Errors(frame).slice(0, 3)))
  } finally {
    stopping.abort()
  }
}

/** Causes an event by changing the counters of a listed avatar. */
async function viewOne(target: Target): Promise<void> {
  const found = await ask(target, '/avatars/search?limit=1')
  const { avatars } = JSON.parse(found.text) as { avatars: { id: string }[] }
  const headers = { 'Content-Type': 'application/json', 'User-Agent': BROWSER }
  const body = JSON.stringify({ event: 'view' })
  const answer = await ask(target, `/avatars/${avatars[0]!.id}/track`, { method: 'POST', headers, body })
  assert.equal(answer.status, 200, answer.text)
  await target.settle()
}

async function firstFrame({ body }: Response): Promise<string> {
  let text = ''
  for await (const piece of body!.pipeThrough(new TextDecoderStream())) {
    text += piece
    const frame = FRAME.exec(text)?.[1]
    if (frame !== undefined) return frame
  }
  assert.fail(`The stream ended without a frame: ${text.slice(0, 200)}`)
}
