import type { Socket } from 'node:net'
import { Duplex } from 'node:stream'

/**
 * `GET /search?q=狐` as people type it into curl: Node's parser takes nothing beyond ASCII in an address (RFC 9112
 * §3.2). The first bytes of such a request with the address escaped, or null when they are anything else.
 *
 * @param parsed how many bytes the parser had read when it gave up.
 */
export function withAddressEscaped(packet: Buffer, parsed: number): Buffer | null {
  const end = packet.indexOf('\r\n')
  const line = packet.subarray(0, end)
  if (end === -1 || parsed > end || !/^(?:GET|HEAD) \//.test(line.toString('latin1'))) return null
  if (!line.some(byte => byte >= 0x80)) return null
  const escaped = Array.from(line, byte =>
    byte >= 0x80 ? `%${byte.toString(16).toUpperCase()}` : String.fromCharCode(byte),
  ).join('')
  return Buffer.concat([Buffer.from(`${escaped}\r\nConnection: close`, 'latin1'), packet.subarray(end)])
}

/**
 * A connection whose first bytes are other than those that came. The HTTP server takes it by its `connection` event,
 * as it takes any duplex stream.
 */
export class ReplayedConnection extends Duplex {
  readonly #socket: Socket
  readonly remoteAddress: string | undefined

  constructor(socket: Socket, first: Buffer) {
    super({ allowHalfOpen: true })
    this.#socket = socket
    this.remoteAddress = socket.remoteAddress
    this.push(first)
    // The parser that gave up would take what follows for another request.
    socket.removeAllListeners('data')
    socket.on('data', chunk => {
      if (!this.push(chunk)) socket.pause()
    })
    socket.once('end', () => this.push(null))
    socket.once('error', error => this.destroy(error))
    socket.once('close', () => this.destroy())
  }

  setTimeout(ms: number, callback?: () => void): this {
    this.#socket.setTimeout(ms, callback)
    return this
  }

  override _read(): void {
    this.#socket.resume()
  }

  override _write(chunk: Buffer, encoding: BufferEncoding, done: (error?: Error | null) => void): void {
    this.#socket.write(chunk, encoding, done)
  }

  override _final(done: (error?: Error | null) => void): void {
    this.#socket.end(done)
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    this.#socket.destroy()
    done(error)
  }
}
