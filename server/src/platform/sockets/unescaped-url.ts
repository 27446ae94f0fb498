import type { Socket } from 'node:net'
import { Duplex } from 'node:stream'

/** An error of Node's HTTP parser, which had read `bytesParsed` bytes of `rawPacket`. */
export interface ParserError extends Error {
  code?: string
  rawPacket?: Buffer
  bytesParsed?: number
}

/**
 * When Node's parser refused a request for unescaped characters in its URL, returns a connection that yields the
 * request with the URL escaped; the server's `connection` event accepts it as a socket. Returns null for any other
 * error.
 */
export function connectionWithEscapedUrl(
  { code, rawPacket, bytesParsed }: ParserError,
  socket: Socket,
): Duplex | null {
  if (code !== 'HPE_INVALID_URL' || rawPacket === undefined || bytesParsed === undefined) return null
  const head = withEscapedUrl(rawPacket, bytesParsed)
  if (head === null) return null
  // Otherwise the first parser would read what follows as another request.
  socket.removeAllListeners('data')
  const readable = concatenate(head, socket)
  return Object.assign(Duplex.from({ readable, writable: socket }), { remoteAddress: socket.remoteAddress })
}

/**
 * Escapes a URL such as `GET /search?q=狐`, which curl sends as typed and Node's parser refuses (RFC 9112 §3.2).
 * @param packet the first bytes of the request.
 * @param parsedBytes number of bytes that the parser had read.
 * @returns null when something else is wrong with the request.
 */
export function withEscapedUrl(packet: Buffer, parsedBytes: number): Buffer | null {
  const end = packet.indexOf('\r\n')
  const line = packet.toString('latin1', 0, Math.max(end, 0))
  if (parsedBytes > end || !/^(?:GET|HEAD) \/.*[\x80-\xff]/s.test(line)) return null
  const escapedLine = line.replaceAll(
    /[\x80-\xff]/g,
    byte => `%${byte.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return Buffer.concat([Buffer.from(`${escapedLine}\r\nConnection: close`, 'latin1'), packet.subarray(end)])
}

async function* concatenate(head: Buffer, rest: AsyncIterable<Buffer>) {
  yield head
  yield* rest
}
