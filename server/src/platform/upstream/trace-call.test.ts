import assert from 'node:assert/strict'
import { it } from 'node:test'
import { testUpstream } from '../../../tests/support/upstream.ts'
import type { SpanAttributes, Tracing } from '../../kernel/tracing.ts'
import type { UpstreamAnswer } from '../../kernel/upstream.ts'
import { traceCall } from './trace-call.ts'

const ABOUT = { upstream: 'platform', method: 'GET', path: '/avatars/{id}' }

const TRACE_PARENT = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01'

/** Tracing that records what it is told about one span. */
function recordTracing() {
  const lines: string[] = []
  const tell = (attributes: SpanAttributes) =>
    lines.push(...Object.entries(attributes).map(pair => pair.join(' ')))
  const tracing: Tracing = {
    inSpan: (name, { kind, attributes }, work) => {
      lines.push(`${kind} ${name}`)
      tell(attributes)
      return work({
        set: tell,
        fail: reason => void lines.push(`failed: ${reason}`),
        end: () => void lines.push('end'),
      })
    },
    addEndedSpan: () => {},
    headers: () => ({ traceparent: TRACE_PARENT }),
  }
  return { tracing, told: lines }
}

const ASKED = [
  'client platform GET /avatars/{id}',
  'avatary.upstream platform',
  'http.request.method GET',
  'url.template /avatars/{id}',
]

it('a call is a span that tells its outcome, and whether that is a failure', async () => {
  const absent: UpstreamAnswer = { kind: 'absent', status: 404, body: 'none' }
  const limited: UpstreamAnswer = { kind: 'limited', retryAfterMs: null }
  for (const [answer, outcome] of [
    [absent, ['avatary.outcome absent', 'end']],
    [limited, ['avatary.outcome limited', 'failed: limited', 'end']],
  ] as const) {
    const { tracing, told } = recordTracing()
    assert.equal(await traceCall(tracing, ABOUT, async () => answer), answer)
    assert.deepEqual(told, [...ASKED, ...outcome])
  }
})

it('a call that was given up ends its span', async () => {
  const { tracing, told } = recordTracing()
  const gone = () => Promise.reject(new Error('given up'))
  await assert.rejects(traceCall(tracing, ABOUT, gone), /given up/)
  assert.deepEqual(told, [...ASKED, 'end'])
})

it('a call names its trace to services that continue it, and to no other', async () => {
  const { tracing } = recordTracing()
  const sent: unknown[] = []
  const fetch = async (_: string, { headers }: RequestInit) => {
    sent.push(new Headers(headers).get('traceparent'))
    return Response.json({})
  }
  for (const continuesTrace of [true, false]) {
    const { upstream } = testUpstream('http://upstream.test', { fetch, tracing, continuesTrace })
    assert.equal((await upstream.get('/x')).kind, 'ok')
  }
  assert.deepEqual(sent, [TRACE_PARENT, null])
})
