import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'

/** A client that goes on sending a refused body for longer than this, or sends more of it, is cut off. */
const LINGER_MS = 2_000
const LINGER_BYTES = 8 * 1024 * 1024

/** An unread body up to this size is read to its end, so that its connection can be kept. */
const SMALL_BODY_BYTES = 64 * 1024

/** True when a body is not completely read, and is too long to be read just to keep the connection. */
export function leavesLongBody({ complete, headers }: IncomingMessage): boolean {
  if (complete) return false
  if (headers['transfer-encoding'] !== undefined) return true
  return Number(headers['content-length'] ?? 0) > SMALL_BODY_BYTES
}

/** Closes a connection after its answer in such a way that a client which is still sending can read the answer. */
export function lingerAfterAnswer(socket: Socket): void {
  // Node calls this after the last answer. Its own method closes with unread bytes in the buffer.
  socket.destroySoon = () => {
    socket.end()
    linger(socket)
  }
}

/** Discards what still arrives: closing with unread bytes would reset the connection, and the answer might be lost. */
export function linger(socket: Socket): void {
  const cutOff = setTimeout(() => socket.destroy(), LINGER_MS)
  let readBytes = 0
  socket.removeAllListeners('data')
  socket.on('data', chunk => {
    readBytes += chunk.length
    if (readBytes > LINGER_BYTES) socket.destroy()
  })
  socket.once('close', () => clearTimeout(cutOff))
  socket.resume()
}
