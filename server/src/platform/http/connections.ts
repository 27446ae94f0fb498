import type { Server } from 'node:http'
import { Server as NetServer, type Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import type { Gate } from './gate.ts'

/** How long a graceful stop waits for answers under way. */
const STOP_GRACE_MS = 5_000
/** Between two looks, during a stop, for connections whose answer has ended. */
const SWEEP_MS = 20

/** How a server is taken out of use while clients go on asking. In milliseconds. */
export interface DrainTimes {
  /** Each answer ends its connection, so that clients come back by way of whoever spreads them. */
  readonly drainMs: number
  /** Connections are kept: a client that is in the middle of connecting when nobody listens any more is reset. */
  readonly settleMs?: number
  /** Nobody listens any more. Connections stay open for their last request. */
  readonly idleMs?: number
}

/** The open connections of a server, and how they end. */
export class Connections {
  readonly #server: Server
  readonly #gate: Pick<Gate, 'isClosing' | 'hasServed'>
  readonly #open = new Set<Socket>()

  constructor(server: Server, gate: Pick<Gate, 'isClosing' | 'hasServed'>) {
    this.#server = server
    this.#gate = gate
    server.on('connection', (socket: Socket) => {
      this.#open.add(socket)
      socket.once('close', () => this.#open.delete(socket))
    })
  }

  /** Sends clients elsewhere, then stops listening. Answers under way, and streams, go on. */
  async drain(
    { drainMs, settleMs = 250, idleMs = 1000 }: DrainTimes,
    sleep: (ms: number) => Promise<unknown> = delay,
  ): Promise<void> {
    this.#gate.isClosing = true
    await sleep(drainMs)
    this.#gate.isClosing = false
    await sleep(settleMs)
    this.#gate.isClosing = true
    // The method of HTTP servers closes idle connections, too, into which a request may be on its way.
    NetServer.prototype.close.call(this.#server)
    for (let waitedMs = 0; waitedMs < idleMs && this.#open.size > 0; waitedMs += SWEEP_MS)
      await sleep(SWEEP_MS)
  }

  /**
   * Ends connections: at once those on which nothing is under way, others with their answer, and after `graceMs`
   * all that are left.
   *
   * @param close stops listening, if that has not been done, and resolves when no connection is left.
   */
  async end(close: () => Promise<unknown>, graceMs = STOP_GRACE_MS): Promise<void> {
    this.#gate.isClosing = true
    // Node closes connections that are idle when it is told to stop, but neither those that become so later nor
    // those that browsers open in advance.
    const cutOff = setTimeout(() => this.#server.closeAllConnections(), graceMs)
    const sweep = setInterval(() => this.#server.closeIdleConnections(), SWEEP_MS)
    for (const socket of this.#open) if (!this.#gate.hasServed(socket)) socket.destroy()
    await close()
    clearTimeout(cutOff)
    clearInterval(sweep)
  }
}
