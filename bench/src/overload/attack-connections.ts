import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import type { Attack } from './attacks.ts'

/** Connections opened at a time, because the system's backlog is 511. */
const BATCH_SIZE = 100

/** The connections of an attack; none of them reads. */
export class AttackConnections {
  readonly #attack: Attack
  readonly #sockets: Socket[] = []
  #trickleTimer: NodeJS.Timeout | undefined

  constructor(attack: Attack) {
    this.#attack = attack
  }

  /** Opens all connections, and sends the attack's trickle until `close`. */
  async open(origin: string): Promise<void> {
    const { connections, trickle } = this.#attack
    for (let start = 0; start < connections; start += BATCH_SIZE) {
      const batch = Array.from({ length: Math.min(BATCH_SIZE, connections - start) }, (_, i) =>
        this.#open(origin, start + i),
      )
      await Promise.all(batch)
    }
    if (trickle === undefined) return
    const chunk = Buffer.alloc(trickle.bytesPerSecond, 'a')
    let sentBytes = 0
    this.#trickleTimer = setInterval(() => {
      const part = chunk.subarray(0, trickle.totalBytes - sentBytes)
      sentBytes += part.length
      if (part.length > 0) for (const socket of this.#sockets) if (socket.writable) socket.write(part)
    }, 1000)
  }

  close(): void {
    clearInterval(this.#trickleTimer)
    for (const socket of this.#sockets) socket.destroy()
  }

  async #open(origin: string, number: number): Promise<void> {
    const { hostname, port } = new URL(origin)
    const socket = connect(Number(port), hostname)
    // A paused socket reads nothing, not even into its own buffer.
    socket.pause()
    await once(socket, 'connect')
    // The server may close a connection at any time.
    socket.on('error', () => {})
    socket.write(this.#attack.firstText(number))
    this.#sockets.push(socket)
  }
}
