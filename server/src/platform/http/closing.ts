import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'

/** How long, and how much, a client may go on sending what nobody reads before it is cut off. */
const LINGER_MS = 2_000
const LINGER_BYTES = 8 * 1024 * 1024

/** The rest of a body that is read for the sake of its connection. */
const SMALL_REST = 64 * 1024

/** Whether more of a body is to come than is worth reading only to keep the connection. */
export function leavesMuch({ complete, headers }: IncomingMessage): boolean {
  if (complete) return false
  if (headers['transfer-encoding'] !== undefined) return true
  const length = headers['content-length']
  return length !== undefined && Number(length) > SMALL_REST
}

/** Has a connection end after its answer so that a client which is still sending can read it. */
export function endGently(socket: Socket): void {
  // Node calls it after the last answer; its own closes with what came unread in the buffer.
  socket.destroySoon = () => {
    socket.end()
    linger(socket)
  }
}

/**
 * Reads and drops what still comes for a moment. Closing with unread bytes in the buffer would reset the connection,
 * and the answer could be lost.
 */
export function linger(socket: Socket): void {
  const cutOff = setTimeout(() => socket.destroy(), LINGER_MS)
  let read = 0
  socket.removeAllListeners('data')
  socket.on('data', chunk => {
    read += chunk.length
    if (read > LINGER_BYTES) socket.destroy()
  })
  socket.once('close', () => clearTimeout(cutOff))
  socket.resume()
}
