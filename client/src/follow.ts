import type { BulkPage, BulkSort, ChangesPage } from '#contract/catalog'
import type { Client, ClientAnswer, ClientError, RateLimit } from './client.ts'

export interface FollowOptions {
  readonly client: Pick<Client, 'allAvatars' | 'avatarChanges'>
  /** Waits, and rejects when the signal aborts. */
  readonly sleep: (milliseconds: number, signal?: AbortSignal) => Promise<void>
  readonly signal?: AbortSignal
  /** Consecutive failures of one request after which the error is thrown. */
  readonly attempts?: number
}

type Success<Value> = Extract<ClientAnswer<Value>, { kind: 'value' }>

/** The error of the last attempt. After `cursor_expired` the whole catalog must be copied again. */
export class FollowError extends Error {
  override readonly name = 'FollowError'
  readonly error: ClientError

  constructor(error: ClientError) {
    super(error.message)
    this.error = error
  }
}

const DEFAULT_ATTEMPTS = 6
const FIRST_PAUSE_MS = 1000
const MAX_PAUSE_MS = 60_000

/** Maximum number of avatars by which a page overlaps the previous one: a full page less one. */
const MAX_OVERLAP = 999

/** Pause before polling for changes again when there are none. */
const IDLE_PAUSE_MS = 5000

/**
 * Yields the pages of the whole catalog, as fast as the server's limits allow.
 *
 * The listing can change during a large copy. Each page therefore overlaps the previous one by an avatar; if that
 * avatar is missing, the page is requested again at a smaller offset, so that none is skipped. An avatar may come
 * twice.
 *
 * @throws FollowError
 */
export async function* followAll(
  options: FollowOptions & { readonly pageSize?: number; readonly sort?: BulkSort; readonly offset?: number },
): AsyncGenerator<BulkPage, void> {
  const { client, pageSize, sort, signal } = options
  let previousIds: ReadonlySet<string> = new Set()
  let overlap = 1
  for (let offset: number | null = options.offset ?? 0; offset !== null; ) {
    const askedOffset: number = previousIds.size === 0 ? offset : Math.max(0, offset - overlap)
    const query = { offset: askedOffset, limit: pageSize, sort }
    const { value, rateLimit } = await askWithRetries<BulkPage>(options, () =>
      client.allAvatars({ query, signal }),
    )
    const firstId = value.avatars[0]?.id
    const hasOverlap = firstId !== undefined && previousIds.has(firstId)
    if (hasOverlap || askedOffset === 0 || previousIds.size === 0) {
      const ids = previousIds
      const avatars = value.avatars.filter(({ id }) => !ids.has(id))
      previousIds = new Set(value.avatars.map(({ id }) => id))
      overlap = 1
      yield { ...value, avatars, count: avatars.length }
      offset = value.nextOffset
    } else {
      offset = askedOffset
      overlap = Math.min(overlap * 8, MAX_OVERLAP)
    }
    if (offset !== null) await waitWhileOverLimit(options, rateLimit)
  }
}

/**
 * Yields pages of changes after a cursor, polling every five seconds when there are none. To resume later, store `next`
 * of each page after applying its changes, also when the page has none.
 *
 * @param options.since `next` of an earlier page, or of `client.avatarChanges()` before the first copy
 * @param options.stopWhenCurrent true to end once there are no more changes, instead of waiting
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
    const { value, rateLimit } = await askWithRetries(options, () => client.avatarChanges({ query, signal }))
    const isNewCursor = value.next !== since
    since = value.next
    if (isNewCursor) yield value
    if (value.hasMore) await waitWhileOverLimit(options, rateLimit)
    else if (options.stopWhenCurrent) return
    else await sleep(Math.max(IDLE_PAUSE_MS, pauseMsFor(rateLimit)), signal)
  }
}

/** Retries a failing request after the delay that the server asks for, or else after a delay that doubles. */
async function askWithRetries<Value>(
  { sleep, signal, attempts = DEFAULT_ATTEMPTS }: FollowOptions,
  ask: () => Promise<ClientAnswer<Value>>,
): Promise<Success<Value>> {
  for (let attempt = 1; ; attempt++) {
    const answer = await ask()
    if (answer.kind === 'value') return answer
    const { error } = answer
    if (!isTransient(error) || attempt >= attempts) throw new FollowError(error)
    const backoffMs = Math.min(MAX_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (attempt - 1))
    await sleep(error.retryAfterSeconds === undefined ? backoffMs : error.retryAfterSeconds * 1000, signal)
  }
}

/** True when the same request may succeed later. */
function isTransient({ status, code }: ClientError): boolean {
  return code === 'unreachable' || status === 429 || status === 408 || (status >= 500 && status !== 501)
}

async function waitWhileOverLimit(
  { sleep, signal }: FollowOptions,
  rateLimit: RateLimit | null,
): Promise<void> {
  const pauseMs = pauseMsFor(rateLimit)
  if (pauseMs > 0) await sleep(pauseMs, signal)
}

function pauseMsFor(rateLimit: RateLimit | null): number {
  return rateLimit !== null && rateLimit.remaining === 0 ? rateLimit.resetSeconds * 1000 : 0
}
