import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

const STATUS_LINE = /HTTP\/1\.1 (\d{3}) /g
/** A status line may arrive in two chunks. */
const LONGEST_REST = 'HTTP/1.1 200'.length

/** A connection on which requests are pipelined, so that clients use little CPU time. */
export class PipelinedClient implements Disposable {
  readonly #socket: Socket
  readonly #statuses: number[] = []
  #rest = ''
  #wanted = 0
  #answered = Promise.withResolvers<number[]>()

  private constructor(socket: Socket) {
    this.#socket = socket
    socket.setEncoding('latin1')
    socket.on('data', text => this.#take(String(text)))
    socket.on('error', error => this.#answered.reject(error))
    socket.on('close', () => this.#answered.reject(new Error('The server closed the connection')))
    // Nobody awaits it between two batches.
    this.#answered.promise.catch(() => {})
  }

  static async open({ hostname, port }: URL): Promise<PipelinedClient> {
    const socket = connect(Number(port), hostname)
    await once(socket, 'connect')
    return new PipelinedClient(socket)
  }

  /**
   * Sends raw requests.
   * @returns the statuses of their answers, once all status lines have arrived.
   */
  async send(requests: readonly string[]): Promise<number[]> {
    this.#wanted = requests.length
    this.#socket.write(requests.join(''))
    const statuses = await this.#answered.promise
    this.#answered = Promise.withResolvers()
    this.#answered.promise.catch(() => {})
    return statuses
  }

  [Symbol.dispose](): void {
    this.#socket.destroy()
  }

  #take(piece: string): void {
    const text = this.#rest + piece
    let end = 0
    for (const found of text.matchAll(STATUS_LINE)) {
      this.#statuses.push(Number(found[1]))
      end = found.index + found[0].length
    }
    this.#rest = text.slice(Math.max(end, text.length - LONGEST_REST))
    if (this.#wanted > 0 && this.#statuses.length >= this.#wanted) {
      this.#wanted = 0
      this.#answered.resolve(this.#statuses.splice(0))
    }
  }
}
