import type { Server } from 'node:http'
import { Server as NetServer, type Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { Counts } from '../../kernel/counts.ts'
import { clientNetwork } from '../limits/client-network.ts'
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

/** How many connections one client may have. */
export interface ConnectionBound {
  /** 0 is no bound. */
  readonly perClient: number
  /** Whether a peer is a proxy of ours, whose connections are those of many clients. */
  readonly isProxy: (address: string) => boolean
  /** Tells a client that it has too many. */
  readonly refuse: (socket: Socket) => void
}

/** The open connections of a server: how many a client may have, and how they end. */
export class Connections {
  readonly #server: Server
  readonly #gate: Pick<Gate, 'isClosing' | 'hasServed'>
  readonly #bound: ConnectionBound
  readonly #open = new Set<Socket>()
  readonly #admitted = new Counts()
  readonly #refused = new Counts()

  constructor(server: Server, gate: Pick<Gate, 'isClosing' | 'hasServed'>, bound: ConnectionBound) {
    this.#server = server
    this.#gate = gate
    this.#bound = bound
    server.on('connection', (socket: Socket) => this.#add(socket))
  }

  get size(): number {
    return this.#open.size
  }

  #add(socket: Socket): void {
    const { remoteAddress: peer = '' } = socket
    const client = clientNetwork(peer).text
    const { perClient, isProxy, refuse } = this.#bound
    const isAdmitted = perClient === 0 || this.#admitted.of(client) < perClient || isProxy(peer)
    const counts = isAdmitted ? this.#admitted : this.#refused
    this.#open.add(socket)
    counts.add(client, 1)
    socket.once('close', () => {
      this.#open.delete(socket)
      counts.add(client, -1)
    })
    if (isAdmitted) return
    // Those that are told stay for a moment, and there are only so many of them, too.
    if (this.#refused.of(client) <= perClient) refuse(socket)
    else socket.destroy()
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
