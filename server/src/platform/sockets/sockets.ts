import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { Server as NetServer, type Socket } from 'node:net'
import { setImmediate as turn } from 'node:timers/promises'
import type { Timer } from '../../kernel/clock.ts'
import { Counts } from '../../kernel/counts.ts'
import { systemClock } from '../clock.ts'
import { type ClientNetwork, clientNetwork } from '../limits/client-network.ts'
import type { Proxies } from '../limits/proxies.ts'

/** Longest wait of a graceful stop for answers under way. */
const STOP_GRACE_MS = 5_000
/** During a stop, sockets whose answer has ended are looked for this often. */
const SWEEP_MS = 20
/** Milliseconds for which sockets stay open for their last request when there is no time to drain. */
const SHORT_IDLE_MS = 250
/** Before a drained server stops listening, nobody has connected for so many milliseconds; or it has waited too long. */
const QUIET_MS = 60
const LONGEST_HOLD_MS = 500
/** Most connections that wait to be accepted, as Node asks of the system. */
const MAX_WAITING = 511

/** Milliseconds of each step in which a server is taken out of use while clients go on sending requests. */
export interface DrainTimes {
  /** Each answer closes its connection, so that clients reconnect by way of a load balancer. 0 leaves out `keepMs`, too. */
  readonly drainMs: number
  /** Connections are kept, so that nobody is connecting when the server stops listening, which would reset them. */
  readonly keepMs?: number
  /** The server no longer listens; sockets stay open for their last request. */
  readonly idleMs?: number
}

export interface Client {
  readonly address: string
  readonly network: ClientNetwork
}

export interface SocketsDeps {
  readonly proxies: Pick<Proxies, 'isProxy' | 'addressOf'>
  /** Most open sockets of a client that is no proxy; 0 is no bound. */
  readonly perClient: number
  readonly refuse: (socket: Socket) => void
  /** Milliseconds without a byte after which a socket is closed, or up to a quarter more. */
  readonly idleMs: number
  /** Resolves when this process has each connection that another one accepted for it before. */
  readonly arrivals?: (() => Promise<void> | undefined) | undefined
}

/** The open sockets of a server: finds their clients, bounds their number, and closes them. */
export class Sockets {
  readonly #server: Server
  readonly #deps: SocketsDeps
  /** The bytes of each socket when they were last seen to have changed. */
  readonly #open = new Map<Socket, { bytes: number; atMs: number }>()
  readonly #admitted = new Counts()
  readonly #refused = new Counts()
  /** The client and response of a socket's latest request. */
  readonly #served = new WeakMap<Socket, Client & { response: ServerResponse }>()
  #accepted = 0
  /** True while each answer closes its connection. */
  isClosing = false
  /** Requests wait for it before they are served; null when there is nothing to wait for. */
  held: Promise<void> | null = null

  constructor(server: Server, deps: SocketsDeps) {
    this.#server = server
    this.#deps = deps
    server.on('connection', (socket: Socket) => this.#add(socket))
    // A timer for each socket, which Node's `setTimeout` has, costs 1 µs a request.
    const sweep = setInterval(() => this.#closeIdle(performance.now()), deps.idleMs / 4).unref()
    server.once('close', () => clearInterval(sweep))
  }

  get size(): number {
    return this.#open.size
  }

  /** Records the request that a socket serves. @returns its client. */
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

  /** True while an answer is being written to a socket. */
  isAnswering(socket: Socket): boolean {
    const response = this.#served.get(socket)?.response
    return response?.headersSent === true && !response.writableFinished
  }

  #add(socket: Socket): void {
    this.#accepted++
    const { remoteAddress: peer = '' } = socket
    const client = clientNetwork(peer).text
    const { perClient, proxies, refuse } = this.#deps
    const isAdmitted = perClient === 0 || this.#admitted.of(client) < perClient || proxies.isProxy(peer)
    const counts = isAdmitted ? this.#admitted : this.#refused
    this.#open.set(socket, { bytes: 0, atMs: performance.now() })
    counts.add(client, 1)
    // Node takes its own listener from the socket of a CONNECT; an error that nobody hears would end the process.
    socket.on('error', () => {})
    socket.once('close', () => {
      this.#open.delete(socket)
      counts.add(client, -1)
    })
    if (isAdmitted) return
    // A refused socket stays open while its answer is sent; their number is bounded, too.
    if (this.#refused.of(client) <= perClient) refuse(socket)
    else socket.destroy()
  }

  #closeIdle(nowMs: number): void {
    for (const [socket, seen] of this.#open) {
      const bytes = socket.bytesRead + socket.bytesWritten
      if (bytes !== seen.bytes) this.#open.set(socket, { bytes, atMs: nowMs })
      else if (nowMs - seen.atMs >= this.#deps.idleMs) socket.destroy()
    }
  }

  /** Has clients reconnect elsewhere, then stops listening. Answers under way, and streams, go on. */
  async drain(
    { drainMs, keepMs = 250, idleMs = drainMs > 0 ? 1000 : SHORT_IDLE_MS }: DrainTimes,
    sleep: Timer['sleep'] = systemClock.sleep,
  ): Promise<void> {
    if (drainMs > 0) {
      this.isClosing = true
      await sleep(drainMs)
      this.isClosing = false
      await sleep(keepMs)
    }
    const release = this.#hold()
    await this.#stopListening(sleep)
    release()
    for (let waitedMs = 0; waitedMs < idleMs && this.#open.size > 0; waitedMs += SWEEP_MS)
      await sleep(SWEEP_MS)
  }

  /** Clients that ask one request after another connect no more while their requests are held. */
  #hold(): () => void {
    const { promise, resolve } = Promise.withResolvers<void>()
    this.held = promise
    return () => {
      this.held = null
      resolve()
    }
  }

  async #stopListening(sleep: Timer['sleep']): Promise<void> {
    const { arrivals } = this.#deps
    const ended = new AbortController()
    // The other process may be slow to answer, or frozen.
    const deadline = arrivals && sleep(LONGEST_HOLD_MS, ended.signal).then(() => ended.abort())
    const arrived = () => Promise.race([arrivals?.(), deadline])
    for (let quietMs = 0, waitedMs = 0; quietMs < QUIET_MS; waitedMs += SWEEP_MS) {
      if (waitedMs >= LONGEST_HOLD_MS || ended.signal.aborted) break
      const accepted = this.#accepted
      await sleep(SWEEP_MS)
      await arrived()
      quietMs = accepted === this.#accepted ? quietMs + SWEEP_MS : 0
    }
    await this.#takeArrived()
    this.isClosing = true
    // `Server.close` of `node:http` would close idle sockets, too, to which a request may be on its way.
    NetServer.prototype.close.call(this.#server)
    // Until the other process has read that, it listens: who connected then would be reset.
    await arrived()
    ended.abort()
  }

  /** Accepts the connections and reads the requests that the system holds: to close before that resets them. */
  async #takeArrived(): Promise<void> {
    // A turn of the event loop may accept one connection alone, and reads from those of the turns before.
    for (let turns = 0, accepted = -1; accepted !== this.#accepted && turns < MAX_WAITING; turns++) {
      accepted = this.#accepted
      await turn()
    }
  }

  /** Stops listening and closes sockets: idle ones at once, others after their answer or `graceMs`. */
  async end(graceMs = STOP_GRACE_MS): Promise<void> {
    this.isClosing = true
    await this.#takeArrived()
    // Node closes only sockets that are idle now and have served a request before.
    const cutOff = setTimeout(() => this.#server.closeAllConnections(), graceMs)
    const sweep = setInterval(() => this.#server.closeIdleConnections(), SWEEP_MS)
    for (const socket of this.#open.keys()) if (!this.#served.has(socket)) socket.destroy()
    await new Promise<void>(resolve => this.#server.close(() => resolve()))
    clearTimeout(cutOff)
    clearInterval(sweep)
  }
}
