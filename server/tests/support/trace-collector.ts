import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import type { TestContext } from 'node:test'
import { afterwards } from './cleanup.ts'

/** A span in OTLP/HTTP's JSON form. */
export interface SentSpan {
  readonly name: string
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId?: string
  readonly startTimeUnixNano: string
  readonly endTimeUnixNano: string
  readonly status: { readonly code: number; readonly message?: string }
  readonly attributes: readonly { key: string; value: Record<string, string | number | boolean> }[]
}

interface SentBatch {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: SentSpan['attributes'] }
    readonly scopeSpans: readonly { readonly spans: readonly SentSpan[] }[]
  }[]
}

/** The collector's behaviour: it accepts spans, fails, or never answers. */
export type CollectorMood = 'well' | 'failing' | 'silent'

/** A trace collector on a free port. */
export async function startCollector(t: TestContext, mood: CollectorMood) {
  const batches: SentBatch[] = []
  const protobufs: Buffer[] = []
  const paths: string[] = []
  const server = createServer(async (request, response) => {
    paths.push(request.url!)
    const body = await buffer(request)
    if (request.headers['content-type'] === 'application/x-protobuf') protobufs.push(body)
    else batches.push(JSON.parse(body.toString()) as SentBatch)
    if (mood === 'silent') return
    response.statusCode = mood === 'failing' ? 500 : 200
    response.end()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  afterwards(t, () => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return {
    endpoint: `http://127.0.0.1:${port}`,
    paths,
    /** Received bodies in Protocol Buffers. */
    protobufs,
    resources: () =>
      batches.flatMap(({ resourceSpans }) =>
        resourceSpans.map(({ resource }) => valuesOf(resource.attributes)),
      ),
    spans: (): SentSpan[] =>
      batches.flatMap(({ resourceSpans }) =>
        resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans)),
      ),
  }
}

export function valuesOf(attributes: SentSpan['attributes']): Record<string, unknown> {
  return Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]))
}
