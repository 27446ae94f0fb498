import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { ErrorCode } from '@avatary/contract/errors'

/** The fate of a request: no answer, half of one, or an error; null forwards it. */
export type Fault = 'lost' | 'half' | { readonly status: number; readonly code: ErrorCode } | null

/** A proxy between a browser and a server that can let requests fail. */
export class FaultyProxy implements AsyncDisposable {
  /** Decides the fate of each request by its path and query; a promise delays the request until it resolves. */
  faultOf: (path: string) => Fault | Promise<Fault> = () => null
  readonly #server = createServer((incoming, response) => void this.#serve(incoming, response))
  #target = ''

  /**
   * @param target host and port of the server.
   * @returns host and port of the proxy.
   */
  async open(target: string): Promise<string> {
    this.#target = target
    await new Promise<void>(resolve => this.#server.listen(0, '127.0.0.1', resolve))
    return `127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  async #serve(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const fault = await this.faultOf(incoming.url!)
    if (fault === 'lost') incoming.socket.destroy()
    else if (fault === null || fault === 'half') this.#sendOn(incoming, response, fault === 'half')
    else refuse(response, fault)
  }

  #sendOn(incoming: IncomingMessage, response: ServerResponse, isCut: boolean): void {
    const { method, url: path, headers } = incoming
    const [host, port] = this.#target.split(':')
    const outgoing = request({ host, port, method, path, headers }, answer => {
      response.writeHead(answer.statusCode!, answer.headers)
      if (isCut)
        answer.once('data', bytes =>
          response.write(bytes.subarray(0, bytes.length / 2), () => response.destroy()),
        )
      else answer.pipe(response)
    })
    // Browsers leave pages with unfinished requests, and the server stops before the browser does.
    outgoing.on('error', () => response.destroy())
    response.on('close', () => outgoing.destroy())
    incoming.pipe(outgoing)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise(resolve => this.#server.close(resolve))
  }
}

function refuse(response: ServerResponse, { status, code }: { status: number; code: ErrorCode }): void {
  const headers = { 'Content-Type': 'application/json', 'Retry-After': '2', 'X-Request-Id': 'request-1' }
  response.writeHead(status, headers).end(JSON.stringify({ error: 'Refused.', code }))
}
