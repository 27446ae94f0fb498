import { Agent, request as httpRequest, type IncomingHttpHeaders } from 'node:http'
import { connect } from 'node:net'
import type { FuzzRequest, RawRequest } from './generate.ts'

export interface FuzzReply {
  /** 0 when the server closed the connection without an answer. */
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly body: Buffer
  /** False when only the beginning of the body was read. */
  readonly isWhole: boolean
}

/** Bodies are read only up to this size. */
const ENOUGH_BYTES = 2 ** 20
const TIMEOUT_MS = 20_000
const RAW_TIMEOUT_MS = 20_000

/** Sends requests byte for byte to one server. */
export class Sender {
  readonly #url: URL
  readonly #agent: Agent

  /** @param url of the interface, `http://127.0.0.1:8787/api` */
  constructor(url: string, concurrency: number) {
    this.#url = new URL(url)
    this.#agent = new Agent({ keepAlive: true, maxSockets: concurrency })
  }

  send(request: FuzzRequest | RawRequest): Promise<FuzzReply> {
    return request.kind === 'raw' ? this.#sendRaw(request) : this.#sendHttp(request)
  }

  close(): void {
    this.#agent.destroy()
  }

  #sendHttp({ method, target, headers, body }: FuzzRequest): Promise<FuzzReply> {
    const { hostname, port, pathname } = this.#url
    return new Promise((resolve, reject) => {
      const outgoing = httpRequest(
        {
          agent: this.#agent,
          hostname,
          port,
          method,
          path: pathname.replace(/\/$/, '') + target,
          headers: { ...headers, ...(body !== null && { 'Content-Length': body.length }) },
          timeout: TIMEOUT_MS,
        },
        response => {
          const chunks: Buffer[] = []
          let size = 0
          const finish = (isWhole: boolean) => {
            resolve({
              status: response.statusCode!,
              headers: response.headers,
              body: Buffer.concat(chunks),
              isWhole,
            })
          }
          if (response.headers['content-type']?.startsWith('text/event-stream')) {
            finish(false)
            outgoing.destroy()
            return
          }
          response.on('data', (chunk: Buffer) => {
            chunks.push(chunk)
            size += chunk.length
            if (size < ENOUGH_BYTES) return
            finish(false)
            outgoing.destroy()
          })
          response.on('end', () => finish(true))
          response.on('error', reject)
        },
      )
      outgoing.on('timeout', () => outgoing.destroy(new Error('no answer in time')))
      outgoing.on('error', reject)
      outgoing.end(body ?? undefined)
    })
  }

  /** Resolves to the bytes received until the server closes. A server that neither answers nor closes has failed. */
  #sendRaw({ bytes }: RawRequest): Promise<FuzzReply> {
    const { hostname, port } = this.#url
    return new Promise((resolve, reject) => {
      const chunks: Buffer[] = []
      const socket = connect(Number(port), hostname)
      const finish = () => {
        socket.destroy()
        resolve(parseRaw(Buffer.concat(chunks).toString('latin1')))
      }
      socket.setTimeout(RAW_TIMEOUT_MS, () => {
        if (chunks.length === 0) reject(new Error('neither answered nor closed'))
        finish()
      })
      socket.on('data', chunk => {
        chunks.push(chunk)
        // Nothing follows a complete answer to the only request.
        const { status, headers, body } = parseRaw(Buffer.concat(chunks).toString('latin1'))
        if (status !== 0 && body.length >= Number(headers['content-length'] ?? Number.NaN)) finish()
      })
      socket.on('close', finish)
      socket.on('error', finish)
      socket.end(Buffer.from(bytes, 'latin1'))
    })
  }
}

function parseRaw(text: string): FuzzReply {
  const end = text.indexOf('\r\n\r\n')
  const [statusLine = '', ...lines] = text.slice(0, Math.max(0, end)).split('\r\n')
  const headers = Object.fromEntries(
    lines.map(line => [
      line.slice(0, line.indexOf(':')).toLowerCase(),
      line.slice(line.indexOf(':') + 1).trim(),
    ]),
  )
  return {
    status: Number(/^HTTP\/1\.1 (\d{3}) /.exec(statusLine)?.[1] ?? 0),
    headers,
    body: Buffer.from(text.slice(end + 4), 'latin1'),
    isWhole: true,
  }
}
