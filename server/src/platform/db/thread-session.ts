import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { DatabaseUnavailableError } from '../../kernel/database-unavailable.ts'
import type { Availability } from './availability.ts'
import type { SessionOptions, SqliteResult, SqliteSession } from './sqlite-session.ts'

export type Request = { kind: 'execute'; sql: string; parameters: readonly unknown[] } | { kind: 'close' }

export type Reply =
  | { kind: 'result'; result: SqliteResult }
  | { kind: 'error'; message: string; traits: { code: string | undefined; errcode: number | undefined } }

interface Waiting {
  resolve: (result: SqliteResult) => void
  reject: (error: Error) => void
}

/** Rows live for one statement; with less room for them, collecting them takes longer than writing them. */
const YOUNG_MB = 64
/** How long a statement that does not end is waited for. */
const CLOSE_MS = 3000

/**
 * A connection in a thread of its own, which is started by the first statement: commits wait for the disk there, and
 * the event loop goes on. It keeps the process alive only while a statement runs.
 */
export class ThreadSession implements SqliteSession {
  readonly #options: SessionOptions
  readonly #availability: Availability
  readonly #deadlineMs: number
  readonly #waiting: Waiting[] = []
  #thread: Worker | undefined
  /** Why there is no thread any more, nor ever will be: a new one would know nothing of a transaction begun. */
  #end: Error | undefined
  /** A statement that was given up has not ended; nothing else can run before. */
  #isStuck = false

  /** @param deadlineMs a statement is given up after so long. */
  constructor(options: SessionOptions, availability: Availability, deadlineMs: number) {
    this.#options = options
    this.#availability = availability
    this.#deadlineMs = deadlineMs
  }

  async execute(sql: string, parameters: readonly unknown[]): Promise<SqliteResult> {
    if (this.#isStuck)
      throw new DatabaseUnavailableError('deadline', 'An earlier statement has not ended yet')
    try {
      return await this.#availability.within(this.#ask(sql, parameters), this.#deadlineMs)
    } catch (error) {
      if (error instanceof DatabaseUnavailableError) this.#awaitEnd()
      throw error
    }
  }

  async #ask(sql: string, parameters: readonly unknown[]): Promise<SqliteResult> {
    if (this.#end !== undefined) throw this.#end
    this.#thread ??= this.#start()
    const request: Request = { kind: 'execute', sql, parameters }
    this.#thread.postMessage(request)
    const { promise, resolve, reject } = Promise.withResolvers<SqliteResult>()
    if (this.#waiting.push({ resolve, reject }) === 1) this.#thread.ref()
    return await promise
  }

  /** Whatever transaction the statement belongs to ends with it. */
  #awaitEnd(): void {
    this.#isStuck = true
    const ready = () => {
      this.#isStuck = false
    }
    this.#ask('rollback', []).then(ready, ready)
  }

  async close(): Promise<void> {
    const thread = this.#thread
    const isOpen = this.#end === undefined
    this.#end ??= new Error('The database is closed')
    if (thread === undefined || !isOpen) return
    thread.ref()
    const ended = once(thread, 'exit')
    const request: Request = { kind: 'close' }
    thread.postMessage(request)
    await Promise.race([ended, delay(CLOSE_MS, undefined, { ref: false })])
    thread.unref()
  }

  #start(): Worker {
    const entry = new URL('./sqlite-thread.ts', import.meta.url)
    const resourceLimits = { maxYoungGenerationSizeMb: YOUNG_MB }
    const thread = new Worker(entry, { workerData: this.#options, execArgv: [], resourceLimits })
    thread.unref()
    thread.on('message', (reply: Reply) => this.#settle(thread, reply))
    thread.on('error', error => this.#fail(error))
    return thread
  }

  #settle(thread: Worker, reply: Reply): void {
    const { resolve, reject } = this.#waiting.shift()!
    if (this.#waiting.length === 0) thread.unref()
    if (reply.kind === 'result') resolve(reply.result)
    else reject(Object.assign(new Error(reply.message), reply.traits))
  }

  #fail(cause: unknown): void {
    this.#end = new Error('The thread that talks to SQLite ended', { cause })
    for (const { reject } of this.#waiting.splice(0)) reject(this.#end)
  }
}
