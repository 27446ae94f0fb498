import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { DatabaseUnavailableError } from '../../kernel/database-unavailable.ts'
import type { Availability } from './availability.ts'
import type { SqliteConnection, SqliteConnectionOptions, SqliteResult } from './sqlite-connection.ts'

export type ThreadRequest = { sql: string; parameters: readonly unknown[] } | 'close'

export type ThreadReply =
  | { kind: 'result'; result: SqliteResult }
  | { kind: 'error'; message: string; codes: { code: string | undefined; errcode: number | undefined } }

/** Limit of the young generation in MiB, as it hardly shrinks again; 64 made neither an import nor a start faster. */
const YOUNG_GENERATION_MIB = 16
/** `close` waits at most this long for a running statement. */
const CLOSE_MS = 3000

/**
 * A connection in a thread, so that commits do not block the event loop. The first statement starts the thread, which
 * keeps the process alive only while a statement runs.
 */
export class ThreadConnection implements SqliteConnection {
  readonly #options: SqliteConnectionOptions
  readonly #availability: Availability
  readonly #deadlineMs: number
  readonly #pendingStatements: PromiseWithResolvers<SqliteResult>[] = []
  #thread: Worker | undefined
  /** The error of later statements once the thread has ended. A new thread could not continue the open transaction. */
  #endError: Error | undefined
  /** True while a statement whose deadline has passed still runs. No other can run before it ends. */
  #isStuck = false

  /** @param deadlineMs deadline of a statement. */
  constructor(options: SqliteConnectionOptions, availability: Availability, deadlineMs: number) {
    this.#options = options
    this.#availability = availability
    this.#deadlineMs = deadlineMs
  }

  async execute(sql: string, parameters: readonly unknown[]): Promise<SqliteResult> {
    if (this.#isStuck)
      throw new DatabaseUnavailableError('deadline', 'An earlier statement has not ended yet')
    try {
      return await this.#availability.waitFor(this.#post(sql, parameters), this.#deadlineMs)
    } catch (error) {
      if (error instanceof DatabaseUnavailableError) this.#rollBackAfterEnd()
      throw error
    }
  }

  async #post(sql: string, parameters: readonly unknown[]): Promise<SqliteResult> {
    if (this.#endError !== undefined) throw this.#endError
    this.#thread ??= this.#start()
    this.#thread.postMessage({ sql, parameters } satisfies ThreadRequest)
    const statement = Promise.withResolvers<SqliteResult>()
    if (this.#pendingStatements.push(statement) === 1) this.#thread.ref()
    return await statement.promise
  }

  #rollBackAfterEnd(): void {
    this.#isStuck = true
    const markReady = () => {
      this.#isStuck = false
    }
    this.#post('rollback', []).then(markReady, markReady)
  }

  async close(): Promise<void> {
    const thread = this.#thread
    const isOpen = this.#endError === undefined
    this.#endError ??= new Error('The database is closed')
    if (thread === undefined || !isOpen) return
    thread.ref()
    const ended = once(thread, 'exit')
    thread.postMessage('close' satisfies ThreadRequest)
    await Promise.race([ended, delay(CLOSE_MS, undefined, { ref: false })])
    thread.unref()
  }

  #start(): Worker {
    const entry = new URL('./sqlite-thread.ts', import.meta.url)
    const resourceLimits = { maxYoungGenerationSizeMb: YOUNG_GENERATION_MIB }
    const thread = new Worker(entry, { workerData: this.#options, execArgv: [], resourceLimits })
    thread.unref()
    thread.on('message', (reply: ThreadReply) => this.#receive(thread, reply))
    thread.on('error', error => this.#fail(error))
    thread.on('exit', code => this.#fail(new Error(`It exited with code ${code}`)))
    return thread
  }

  #receive(thread: Worker, reply: ThreadReply): void {
    const { resolve, reject } = this.#pendingStatements.shift()!
    // While the connection is being closed, only the thread keeps the process alive until `close` has resolved.
    if (this.#pendingStatements.length === 0 && this.#endError === undefined) thread.unref()
    if (reply.kind === 'result') resolve(reply.result)
    else reject(Object.assign(new Error(reply.message), reply.codes))
  }

  #fail(cause: unknown): void {
    this.#endError ??= new Error('The thread of the SQLite connection ended', { cause })
    for (const { reject } of this.#pendingStatements.splice(0)) reject(this.#endError)
  }
}
