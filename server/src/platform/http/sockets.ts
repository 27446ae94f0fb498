import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { Server as NetServer, type Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { Counts } from '../../kernel/counts.ts'
import { type ClientNetwork, clientNetwork } from '../limits/client-network.ts'
import type { Proxies } from './proxies.ts'

/** Longest wait of a graceful stop for answers under way. */
const STOP_GRACE_MS = 5_000
/** Between two looks, during a stop, for sockets whose answer has ended. */
const SWEEP_MS = 20

/** How a server is taken out of use while clients go on asking. In milliseconds. */
export interface DrainTimes {
  /** Each answer ends its connection, so that clients come back by way of a load balancer. */
  readonly drainMs: number
  /** Connections are kept: a client that is in the middle of connecting when nobody listens any more is reset. */
  readonly settleMs?: number
  /** Nobody listens any more. Sockets stay open for their last request. */
  readonly idleMs?: number
}

interface Client {
  readonly address: string
  readonly network: ClientNetwork
}

export interface SocketsDeps {
  readonly proxies: Pick<Proxies, 'isProxy' | 'addressOf'>
  /** Open sockets of one client at a time, but for those of proxies; 0 is no bound. */
  readonly perClient: number
  /** Tells a client that it has too many. */
  readonly refuse: (socket: Socket) => void
}

/** The open sockets of a server: whose they are, how many a client may have, and how they end. */
export class Sockets {
  readonly #server: Server
  readonly #deps: SocketsDeps
  readonly #open = new Set<Socket>()
  readonly #admitted = new Counts()
  readonly #refused = new Counts()
  /** By socket, the client of its latest request and the response to that. */
  readonly #served = new WeakMap<Socket, Client & { response: ServerResponse }>()
  /** True while each answer ends its connection. */
  isClosing = false

  constructor(server: Server, deps: SocketsDeps) {
    this.#server = server
    this.#deps = deps
    server.on('connection', (socket: Socket) => this.#add(socket))
  }

  get size(): number {
    return this.#open.size
  }

  /** Notes that a socket has a request. @returns the client that sent it. */
  serve(request: IncomingMessage, response: ServerResponse): Client {
    const address = this.#deps.proxies.addressOf(request)
    const known = this.#served.get(request.socket)
    if (known?.address === address) {
      known.response = response
      return known
    }
    const served = { address, network: clientNetwork(address), response }
    this.#served.set(request.socket, served)
    return served
  }

  /** True while an answer is under way on a socket, into which no other may be written. */
  isAnswering(socket: Socket): boolean {
    const response = this.#served.get(socket)?.response
    return response?.headersSent === true && !response.writableFinished
  }

  #add(socket: Socket): void {
    const { remoteAddress: peer = '' } = socket
    const client = clientNetwork(peer).text
    const { perClient, proxies, refuse } = this.#deps
    const isAdmitted = perClient === 0 || this.#admitted.of(client) < perClient || proxies.isProxy(peer)
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
    this.isClosing = true
    await sleep(drainMs)
    this.isClosing = false
    await sleep(settleMs)
    this.isClosing = true
    // The method of HTTP servers closes idle sockets, too, into which a request may be on its way.
    NetServer.prototype.close.call(this.#server)
    for (let waitedMs = 0; waitedMs < idleMs && this.#open.size > 0; waitedMs += SWEEP_MS)
      await sleep(SWEEP_MS)
  }

  /**
   * Stops listening and ends sockets: at once those on which nothing is under way, others with their answer, and after
   * `graceMs` all that are left.
   */
  async end(graceMs = STOP_GRACE_MS): Promise<void> {
    this.isClosing = true
    // Node closes idle sockets when it is told to stop, but neither those that become idle later nor those that
    // browsers open in advance.
    const cutOff = setTimeout(() => this.#server.closeAllConnections(), graceMs)
    const sweep = setInterval(() => this.#server.closeIdleConnections(), SWEEP_MS)
    for (const socket of this.#open) if (!this.#served.has(socket)) socket.destroy()
    await new Promise<void>(resolve => this.#server.close(() => resolve()))
    clearTimeout(cutOff)
    clearInterval(sweep)
  }
}
