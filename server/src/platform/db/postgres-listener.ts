import { addAbortListener } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import type pg from 'pg'
import type { ChangeNotices } from '../../kernel/database.ts'

/** A trigger, which a migration creates, notifies this channel. */
const CHANNEL = 'avatary_changes'
const RETRY_MS = 1000

/** Listens for change notifications on a connection of its own, and reconnects when that ends. */
export class PostgresListener implements ChangeNotices {
  readonly #createClient: () => pg.Client
  readonly #wake: () => void
  readonly #closing = new AbortController()
  isListening = false

  constructor(createClient: () => pg.Client, wake: () => void) {
    this.#createClient = createClient
    this.#wake = wake
    void this.#listen()
  }

  close(): void {
    this.#closing.abort()
  }

  async #listen(): Promise<void> {
    const { signal } = this.#closing
    while (!signal.aborted) {
      await this.#listenOnce(signal).catch(() => {})
      this.isListening = false
      // Whoever waits for a notification polls from now on.
      this.#wake()
      await delay(RETRY_MS, undefined, { ref: false, signal }).catch(() => {})
    }
  }

  /** @returns when the connection has ended. */
  async #listenOnce(signal: AbortSignal): Promise<void> {
    const client = this.#createClient()
    const ended = Promise.withResolvers<void>()
    const end = () => ended.resolve()
    client.on('error', end).on('end', end).on('notification', this.#wake)
    using _ = addAbortListener(signal, end)
    try {
      await client.connect()
      await client.query(`listen ${CHANNEL}`)
      this.isListening = true
      // PostgreSQL sends no notification of commits from before the connection listened.
      this.#wake()
      await ended.promise
    } finally {
      void client.end().catch(() => {})
    }
  }
}
