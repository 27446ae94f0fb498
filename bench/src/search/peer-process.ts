import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { CatalogQuery, SearchPage } from '../../../server/src/avatars/search-port.ts'
import type { LiveMeasures } from './live-measures.ts'
import type { PeerName } from './peer.ts'

export interface BuildTimes {
  /** Excludes the generation and analysis of the catalog. */
  seconds: number
  /** Seconds to start from a snapshot in memory; null for engines without snapshots. */
  loadSeconds: number | null
}

/** Requests to a peer's process, which `peer-main.ts` answers. */
export interface PeerCalls {
  build(): BuildTimes
  /**
   * Runs queries for the first time.
   * @returns pages and milliseconds.
   */
  answers(queries: CatalogQuery[]): { pages: SearchPage[]; milliseconds: Float64Array }
  /** Runs queries again. @returns the milliseconds of each. */
  round(queries: CatalogQuery[]): Float64Array
  /** Bytes on disk for database engines; otherwise heap and buffers, including caches, after a garbage collection. */
  bytes(): number
  /** Makes the measurements that exist for our index only. */
  live(queries: CatalogQuery[]): LiveMeasures
  end(): void
}

type Answer = { kind: 'value'; value: unknown } | { kind: 'error'; error: string }

/** Starts a process for one peer, so that memory and garbage collection of peers are separate. */
export class PeerProcess {
  readonly name: PeerName
  readonly size: number
  readonly #child: ChildProcess

  constructor(name: PeerName, size: number) {
    this.name = name
    this.size = size
    this.#child = fork(join(import.meta.dirname, 'peer-main.ts'), [name, String(size)], {
      execArgv: ['--expose-gc', '--max-old-space-size=12000'],
      serialization: 'advanced',
    })
  }

  async call<K extends keyof PeerCalls>(
    name: K,
    ...args: Parameters<PeerCalls[K]>
  ): Promise<ReturnType<PeerCalls[K]>> {
    const listeners = new AbortController()
    const whenAnswered = once(this.#child, 'message', { signal: listeners.signal }) as Promise<[Answer]>
    const whenExited = once(this.#child, 'exit', { signal: listeners.signal }).then(([code]): never => {
      throw new Error(`The process of ${this.name} ended with code ${code}`)
    })
    whenExited.catch(() => {})
    this.#child.send({ name, args })
    try {
      const [answer] = await Promise.race([whenAnswered, whenExited])
      if (answer.kind === 'error') throw new Error(`${this.name}: ${answer.error}`)
      return answer.value as ReturnType<PeerCalls[K]>
    } finally {
      listeners.abort()
      whenAnswered.catch(() => {})
    }
  }

  async end(): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return
    const whenExited = once(this.#child, 'exit')
    this.#child.send({ name: 'end', args: [] })
    await whenExited
  }
}
