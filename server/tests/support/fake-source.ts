import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { TestContext } from 'node:test'
import { afterwards } from './cleanup.ts'

export type Misbehaviour = (response: ServerResponse, request: IncomingMessage) => void

interface SourceAvatar {
  id: string
  name: string
  addedAt: string
}

interface LoggedChange {
  seq: number
  id: string
}

/** Another instance as a mirror sees it: a list, newest first, and its changes. Tests edit it and make it fail. */
export class FakeSource {
  baseUrl = ''
  /** Paths with queries in order, including failed requests. */
  readonly requests: string[] = []
  readonly headers: Record<string, string> = {}
  /** Sent with every answer. */
  answerHeaders: Record<string, string> = {}
  /** Faults of the next answers, one each; undefined answers normally. */
  misbehave: (Misbehaviour | undefined)[] = []
  /** Replaces answers by JSON or by its own response; returning undefined answers normally. */
  answerInstead: (url: URL, response: ServerResponse) => object | 'answered' | undefined = () => undefined
  /** Called before each page of `/avatars/all` is answered. */
  beforePage: (offset: number) => void = () => {}
  /** Changes before this one were deleted. */
  firstSeq = 0
  /** Maximum page size, whatever is requested. */
  pageSize = 1000
  #listed: SourceAvatar[] = []
  #changes: LoggedChange[] = []
  #seq = 0

  static async start(t: TestContext): Promise<FakeSource> {
    const source = new FakeSource()
    const server = createServer((request, response) => source.#answer(request, response))
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
    source.baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api`
    afterwards(t, async () => {
      server.closeAllConnections()
      await new Promise(resolve => server.close(resolve))
    })
    return source
  }

  get ids(): string[] {
    return this.#listed.map(({ id }) => id)
  }

  list(id: string, name: string, addedAtMs: number): void {
    const avatar = { id, name, addedAt: new Date(addedAtMs).toISOString() }
    this.#listed = [avatar, ...this.#listed.filter(other => other.id !== id)]
    this.#listed.sort((a, b) => (a.addedAt < b.addedAt ? 1 : -1))
    this.#changes.push({ seq: ++this.#seq, id })
  }

  unlist(id: string): void {
    this.#listed = this.#listed.filter(other => other.id !== id)
    this.#changes.push({ seq: ++this.#seq, id })
  }

  #answer(request: IncomingMessage, response: ServerResponse): void {
    this.requests.push(request.url!.replace('/api', ''))
    Object.assign(this.headers, request.headers)
    const misbehaviour = this.misbehave.shift()
    const url = new URL(request.url!, this.baseUrl)
    const other = this.answerInstead(url, response)
    if (other === 'answered') return
    if (other !== undefined) this.#send(request, response, 200, other)
    else if (misbehaviour !== undefined) misbehaviour(response, request)
    else if (url.pathname === '/api/avatars/all') this.#page(url.searchParams, request, response)
    else if (url.pathname === '/api/avatars/changes') this.#changesSince(url.searchParams, request, response)
    else this.#send(request, response, 404, { error: 'no such thing' })
  }

  #page(query: URLSearchParams, request: IncomingMessage, response: ServerResponse): void {
    const offset = Number(query.get('offset'))
    this.beforePage(offset)
    const end = offset + Math.min(Number(query.get('limit')), this.pageSize)
    const avatars = this.#listed.slice(offset, end)
    const nextOffset = end < this.#listed.length ? end : null
    this.#send(request, response, 200, {
      total: this.#listed.length,
      count: avatars.length,
      nextOffset,
      avatars,
    })
  }

  #changesSince(query: URLSearchParams, request: IncomingMessage, response: ServerResponse): void {
    const since = query.has('since') ? Number(query.get('since')) : this.#seq
    if (query.has('since') && (since < this.firstSeq - 1 || since > this.#seq)) {
      this.#send(request, response, 410, { error: 'gone', code: 'cursor_expired' })
      return
    }
    const due = this.#changes.filter(({ seq }) => seq > since).slice(0, this.pageSize)
    const next = due.at(-1)?.seq ?? since
    const changes = due.map(({ seq, id }) => {
      const avatar = this.#listed.find(listed => listed.id === id)
      return avatar === undefined ? { seq, type: 'remove', id } : { seq, type: 'upsert', avatar }
    })
    this.#send(request, response, 200, { changes, next, hasMore: next < this.#seq })
  }

  #send(request: IncomingMessage, response: ServerResponse, status: number, body: object): void {
    const text = JSON.stringify(body)
    const etag = `"${Buffer.from(text).toString('base64url').slice(-40)}${text.length}"`
    const isKnown = request.headers['if-none-match'] === etag
    response.writeHead(isKnown ? 304 : status, { ETag: etag, ...this.answerHeaders })
    response.end(isKnown ? undefined : text)
  }
}
