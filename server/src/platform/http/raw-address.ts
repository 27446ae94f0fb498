import type { Socket } from 'node:net'
import { Duplex } from 'node:stream'

/**
 * Escapes an address such as `GET /search?q=狐`, which curl sends as typed and Node's parser refuses (RFC 9112 §3.2).
 *
 * @param packet the first bytes of the request.
 * @param parsed number of bytes that the parser had read.
 * @returns null when something else is wrong with the request.
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

/** A connection whose first bytes are replaced; the `connection` event of the HTTP server takes any duplex stream. */
export class ReplayedConnection extends Duplex {
  readonly #socket: Socket
  readonly remoteAddress: string | undefined

  constructor(socket: Socket, first: Buffer) {
    super({ allowHalfOpen: true })
    this.#socket = socket
    this.remoteAddress = socket.remoteAddress
    this.push(first)
    // The first parser would read what follows as another request.
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
