import type { BulkPage, BulkSort, ChangesPage } from './catalog.ts'
import type { Client, ClientAnswer, ClientError, RateLimit } from './client.ts'

export interface FollowOptions {
  readonly client: Pick<Client, 'allAvatars' | 'avatarChanges'>
  /** Waits, and rejects when the signal aborts; injected, so that tests need not. */
  readonly sleep: (milliseconds: number, signal?: AbortSignal) => Promise<void>
  readonly signal?: AbortSignal
  /** How many times in a row a request may fail before the error is thrown. */
  readonly attempts?: number
}

type Success<Value> = Extract<ClientAnswer<Value>, { ok: true }>

/** What a server answered after every attempt; `cursor_expired` means to copy the catalog again. */
export class FollowError extends Error {
  override readonly name = 'FollowError'
  readonly error: ClientError

  constructor(error: ClientError) {
    super(error.message)
    this.error = error
  }
}

const ATTEMPTS = 6
const FIRST_PAUSE_MS = 1000
const LONGEST_PAUSE_MS = 60_000

/** Pause between questions for changes when there are no more. */
const IDLE_MS = 5000

/**
 * The pages of the whole catalog, one after the other, as fast as the server's limits allow.
 *
 * @throws FollowError
 */
export async function* followAll(
  options: FollowOptions & { readonly pageSize?: number; readonly sort?: BulkSort; readonly offset?: number },
): AsyncGenerator<BulkPage, void> {
  const { client, pageSize, sort, signal } = options
  let offset: number | null = options.offset ?? 0
  while (offset !== null) {
    const query: { offset: number; limit: number | undefined; sort: BulkSort | undefined } = {
      offset,
      limit: pageSize,
      sort,
    }
    const { value, rateLimit } = await insist<BulkPage>(options, () =>
      client.allAvatars({ query, ...(signal && { signal }) }),
    )
    yield value
    offset = value.nextOffset
    if (offset !== null) await waitForRoom(options, rateLimit)
  }
}

/**
 * Changes after a cursor, page by page; asks again every five seconds when there are none. Keep `next` of each page
 * once you have its changes, of which there may be none: it is where to go on.
 *
 * @param options.since `next` of an earlier page, or of `client.avatarChanges()` before the first copy
 * @param options.stopWhenCurrent ends when there are no more, instead of waiting for others
 * @throws FollowError
 */
export async function* followChanges(
  options: FollowOptions & {
    readonly since: number
    readonly pageSize?: number
    readonly stopWhenCurrent?: boolean
  },
): AsyncGenerator<ChangesPage, void> {
  const { client, pageSize, signal, sleep } = options
  let since = options.since
  while (true) {
    const query = { since, limit: pageSize }
    const { value, rateLimit } = await insist(options, () =>
      client.avatarChanges({ query, ...(signal && { signal }) }),
    )
    const hasMoved = value.next !== since
    since = value.next
    if (hasMoved) yield value
    if (value.hasMore) await waitForRoom(options, rateLimit)
    else if (options.stopWhenCurrent) return
    else await sleep(Math.max(IDLE_MS, pauseFor(rateLimit)), signal)
  }
}

/** Asks until there is an answer. Pauses as long as the server says, else twice as long each time. */
async function insist<Value>(
  { sleep, signal, attempts = ATTEMPTS }: FollowOptions,
  ask: () => Promise<ClientAnswer<Value>>,
): Promise<Success<Value>> {
  for (let attempt = 1; ; attempt++) {
    const answer = await ask()
    if (answer.ok) return answer
    const { error } = answer
    if (!isPassing(error) || attempt >= attempts) throw new FollowError(error)
    const backoff = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (attempt - 1))
    await sleep(error.retryAfterSeconds === undefined ? backoff : error.retryAfterSeconds * 1000, signal)
  }
}

/** Whether the same request may succeed later. */
function isPassing({ status, code }: ClientError): boolean {
  return code === 'unreachable' || status === 429 || status === 408 || (status >= 500 && status !== 501)
}

async function waitForRoom({ sleep, signal }: FollowOptions, rateLimit: RateLimit | null): Promise<void> {
  const pause = pauseFor(rateLimit)
  if (pause > 0) await sleep(pause, signal)
}

function pauseFor(rateLimit: RateLimit | null): number {
  return rateLimit !== null && rateLimit.remaining === 0 ? rateLimit.resetSeconds * 1000 : 0
}
