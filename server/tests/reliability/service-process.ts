import { mkdirSync } from 'node:fs'
import { type ServerProcess, startServerProcess } from '../support/server-process.ts'

/** A process of the service that is ended and started again, each time on another port. */
export class ServiceProcess {
  readonly name: string
  /** The command line of the version that the next start takes; undefined for this one. */
  cli: string | undefined
  readonly #env: Readonly<Record<string, string>>
  /** Those that ended, and the one that runs. */
  readonly #servers: ServerProcess[] = []
  #server: ServerProcess | null = null

  /** @param env its settings; `DATA_DIR` among them. */
  constructor(name: string, env: Readonly<Record<string, string>> & { readonly DATA_DIR: string }) {
    this.name = name
    this.#env = env
    mkdirSync(env.DATA_DIR, { recursive: true })
  }

  /** Address of its interface; null while it does not run. */
  get baseUrl(): string | null {
    return this.#server?.baseUrl ?? null
  }

  /** Its log since it was started for the first time. */
  get lines(): ServerProcess['lines'] {
    return this.#servers.flatMap(({ lines }) => lines)
  }

  /** Returns when it is ready. */
  async start(): Promise<void> {
    this.#server = await startServerProcess({ ...this.#env }, this.cli)
    this.#servers.push(this.#server)
  }

  signal(signal: 'SIGSTOP' | 'SIGCONT'): void {
    this.#server?.signal(signal)
  }

  async kill(): Promise<void> {
    const server = this.#server
    this.#server = null
    await server?.kill()
  }

  /** Ends it gracefully; it answers until then. */
  async stop(): Promise<void> {
    await this.#server?.[Symbol.asyncDispose]()
    this.#server = null
  }
}
