import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
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

/**
 * A connection in a thread of its own, which is started by the first statement: commits wait for the disk there, and
 * the event loop goes on. It keeps the process alive only while a statement runs.
 */
export class ThreadSession implements SqliteSession {
  readonly #options: SessionOptions
  readonly #waiting: Waiting[] = []
  #thread: Worker | undefined
  /** Why there is no thread any more, nor ever will be: a new one would know nothing of a transaction begun. */
  #end: Error | undefined

  constructor(options: SessionOptions) {
    this.#options = options
  }

  async execute(sql: string, parameters: readonly unknown[]): Promise<SqliteResult> {
    if (this.#end !== undefined) throw this.#end
    this.#thread ??= this.#start()
    const request: Request = { kind: 'execute', sql, parameters }
    this.#thread.postMessage(request)
    const { promise, resolve, reject } = Promise.withResolvers<SqliteResult>()
    if (this.#waiting.push({ resolve, reject }) === 1) this.#thread.ref()
    return await promise
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
    await ended
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
