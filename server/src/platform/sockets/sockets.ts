import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { Server as NetServer, type Socket } from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Timer } from '../../kernel/clock.ts'
import { Counts } from '../../kernel/counts.ts'
import { systemClock } from '../clock.ts'
import { type ClientNetwork, clientNetwork } from '../limits/client-network.ts'
import type { Proxies } from '../limits/proxies.ts'

/** Maximum time that a graceful stop waits for answers in progress. */
const STOP_GRACE_MS = 5_000
/** Interval at which a stop looks for sockets whose answer has ended. */
const SWEEP_MS = 20
/** Milliseconds for which sockets stay open for a last request when there is no time to drain. */
const SHORT_IDLE_MS = 250
/**
 * A drained server stops listening when nobody has connected for this many milliseconds, or when it has waited too
 * long.
 */
const QUIET_MS = 60
const MAX_HOLD_MS = 500
/** Maximum connections that wait to be accepted: the backlog that Node requests from the system. */
const MAX_BACKLOG = 511

/** Duration in milliseconds of each step in which a server is taken out of use while clients keep sending requests. */
export interface DrainTimes {
  /**
   * Each answer closes its connection, so that clients reconnect through a load balancer. 0 skips `keepAliveMs`, too.
   */
  readonly drainMs: number
  /**
   * Connections are kept alive, so that nobody is connecting when the server stops listening, which would reset them.
   */
  readonly keepAliveMs?: number
  /** The server no longer listens; sockets stay open for a last request. */
  readonly idleMs?: number
}

export interface Client {
  readonly address: string
  readonly network: ClientNetwork
}

export interface SocketsDeps {
  readonly proxies: Pick<Proxies, 'isProxy' | 'addressOf'>
  /** Maximum number of open sockets of a client that is not a proxy; 0 sets no bound. */
  readonly maxPerClient: number
  /** Answers that the client has too many sockets, and closes this one. */
  readonly refuse: (socket: Socket) => void
  /** A socket is closed after this many milliseconds without a byte, or up to half of `idleAfterAnswerMs` later. */
  readonly idleMs: number
  /** The same for a socket whose latest answer the system has taken. */
  readonly idleAfterAnswerMs: number
  /** Resolves when this process has received every connection that the supervisor accepted for it before the call. */
  readonly awaitArrivals?: (() => Promise<void> | undefined) | undefined
}

/** The open sockets of a server: identifies their clients, bounds their number, and closes them. */
export class Sockets {
  readonly #server: Server
  readonly #deps: SocketsDeps
  /** For each socket its byte count, and when it last changed. */
  readonly #openSockets = new Map<Socket, { bytes: number; changedMs: number }>()
  readonly #admittedByClient = new Counts()
  readonly #refusedByClient = new Counts()
  /** The client and the response of each socket's latest request. */
  readonly #latestRequests = new WeakMap<Socket, Client & { response: ServerResponse }>()
  #acceptedCount = 0
  /** True when each answer closes its connection. */
  isClosing = false
  /** Requests wait for this promise before they are served; null when there is nothing to wait for. */
  holdEnd: Promise<void> | null = null

  constructor(server: Server, deps: SocketsDeps) {
    this.#server = server
    this.#deps = deps
    server.on('connection', (socket: Socket) => this.#add(socket))
    // One sweep for all sockets: a timer for each, as of `Socket.setTimeout`, costs half a microsecond a request.
    const sweep = setInterval(() => this.#closeIdle(performance.now()), deps.idleAfterAnswerMs / 4).unref()
    server.once('close', () => clearInterval(sweep))
  }

  get size(): number {
    return this.#openSockets.size
  }

  /**
   * Records the request that a socket serves.
   * @returns its client.
   */
  serve(request: IncomingMessage, response: ServerResponse): Client {
    const address = this.#deps.proxies.addressOf(request)
    const knownClient = this.#latestRequests.get(request.socket)
    if (knownClient?.address === address) {
      knownClient.response = response
      return knownClient
    }
    const client = { address, network: clientNetwork(address), response }
    this.#latestRequests.set(request.socket, client)
    return client
  }

  /** True while an answer is being written to a socket. */
  isAnswering(socket: Socket): boolean {
    const response = this.#latestRequests.get(socket)?.response
    return response?.headersSent === true && !response.writableFinished
  }

  #add(socket: Socket): void {
    this.#acceptedCount++
    const { remoteAddress: peer = '' } = socket
    const client = clientNetwork(peer).text
    const { maxPerClient, proxies, refuse } = this.#deps
    const isAdmitted =
      maxPerClient === 0 || this.#admittedByClient.get(client) < maxPerClient || proxies.isProxy(peer)
    const counts = isAdmitted ? this.#admittedByClient : this.#refusedByClient
    this.#openSockets.set(socket, { bytes: 0, changedMs: performance.now() })
    counts.add(client, 1)
    // Node removes its own listener from the socket of a CONNECT, and an unhandled `error` event would end the process.
    socket.on('error', () => {})
    socket.once('close', () => {
      this.#openSockets.delete(socket)
      counts.add(client, -1)
    })
    if (isAdmitted) return
    // A refused socket stays open until its answer is sent, so the number of refused ones is bounded, too.
    if (this.#refusedByClient.get(client) <= maxPerClient) refuse(socket)
    else socket.destroy()
  }

  #closeIdle(nowMs: number): void {
    for (const [socket, activity] of this.#openSockets) {
      const bytes = socket.bytesRead + socket.bytesWritten
      if (bytes !== activity.bytes) this.#openSockets.set(socket, { bytes, changedMs: nowMs })
      else if (nowMs - activity.changedMs >= this.#maxIdleMs(socket)) socket.destroy()
    }
  }

  #maxIdleMs(socket: Socket): number {
    const { idleMs, idleAfterAnswerMs } = this.#deps
    return this.#latestRequests.get(socket)?.response.writableFinished ? idleAfterAnswerMs : idleMs
  }

  /** Makes clients reconnect elsewhere, then stops listening. Answers in progress and streams go on. */
  async drain(
    { drainMs, keepAliveMs = 250, idleMs = drainMs > 0 ? 1000 : SHORT_IDLE_MS }: DrainTimes,
    sleep: Timer['sleep'] = systemClock.sleep,
  ): Promise<void> {
    if (drainMs > 0) {
      this.isClosing = true
      await sleep(drainMs)
      this.isClosing = false
      await sleep(keepAliveMs)
    }
    // Requests are held: clients that send one after another then open no new connection meanwhile.
    const { promise, resolve } = Promise.withResolvers<void>()
    this.holdEnd = promise
    await this.#stopListening(sleep)
    this.holdEnd = null
    resolve()
    for (let waitedMs = 0; waitedMs < idleMs && this.#openSockets.size > 0; waitedMs += SWEEP_MS)
      await sleep(SWEEP_MS)
  }

  async #stopListening(sleep: Timer['sleep']): Promise<void> {
    const { awaitArrivals } = this.#deps
    const abort = new AbortController()
    // The supervisor may be slow to answer, or frozen.
    const deadline = awaitArrivals && sleep(MAX_HOLD_MS, abort.signal).then(() => abort.abort())
    const awaitArrivalsInTime = () => Promise.race([awaitArrivals?.(), deadline])
    for (let quietMs = 0, waitedMs = 0; quietMs < QUIET_MS; waitedMs += SWEEP_MS) {
      if (waitedMs >= MAX_HOLD_MS || abort.signal.aborted) break
      const acceptedBefore = this.#acceptedCount
      await sleep(SWEEP_MS)
      await awaitArrivalsInTime()
      quietMs = acceptedBefore === this.#acceptedCount ? quietMs + SWEEP_MS : 0
    }
    await this.#takeArrived()
    this.isClosing = true
    // `Server.close` of `node:http` would also close idle sockets, to which a request may be on its way.
    NetServer.prototype.close.call(this.#server)
    // The supervisor listens until it has read that this process closed; it would reset connections made before that.
    await awaitArrivalsInTime()
    abort.abort()
  }

  /** Accepts the connections and reads the requests that the system still queues: closing first would reset them. */
  async #takeArrived(): Promise<void> {
    // A turn of the event loop may accept only one connection, and reads from those of earlier turns.
    for (
      let turns = 0, acceptedBefore = -1;
      acceptedBefore !== this.#acceptedCount && turns < MAX_BACKLOG;
      turns++
    ) {
      acceptedBefore = this.#acceptedCount
      await nextTurn()
    }
  }

  /** Stops listening and closes sockets: idle ones at once, the others after their answer or after `graceMs`. */
  async end(graceMs = STOP_GRACE_MS): Promise<void> {
    this.isClosing = true
    await this.#takeArrived()
    // Node's method closes only sockets that are idle now and have served a request before.
    const cutOff = setTimeout(() => this.#server.closeAllConnections(), graceMs)
    const sweep = setInterval(() => this.#server.closeIdleConnections(), SWEEP_MS)
    for (const socket of this.#openSockets.keys()) if (!this.#latestRequests.has(socket)) socket.destroy()
    await new Promise<void>(resolve => this.#server.close(() => resolve()))
    clearTimeout(cutOff)
    clearInterval(sweep)
  }
}
