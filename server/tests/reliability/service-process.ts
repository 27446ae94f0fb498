import { mkdirSync } from 'node:fs'
import { type ServerProcess, startServerProcess } from '../support/server-process.ts'

/** A process of the service that can be ended and restarted, each time on another port. */
export class ServiceProcess {
  readonly name: string
  /** Command line of the version to start next; undefined for this version. */
  cli: string | undefined
  readonly #env: Readonly<Record<string, string>>
  /** The ended servers and the running one. */
  readonly #servers: ServerProcess[] = []
  #server: ServerProcess | null = null

  /** @param env settings, including `DATA_DIR`. */
  constructor(name: string, env: Readonly<Record<string, string>> & { readonly DATA_DIR: string }) {
    this.name = name
    this.#env = env
    mkdirSync(env.DATA_DIR, { recursive: true })
  }

  /** URL of the interface; null while the process is not running. */
  get baseUrl(): string | null {
    return this.#server?.baseUrl ?? null
  }

  /** The log since the first start. */
  get lines(): ServerProcess['lines'] {
    return this.#servers.flatMap(({ lines }) => lines)
  }

  /** Resolves when the process is ready. */
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

  /** Stops the process gracefully; it answers until then. */
  async stop(): Promise<void> {
    await this.#server?.[Symbol.asyncDispose]()
    this.#server = null
  }
}
