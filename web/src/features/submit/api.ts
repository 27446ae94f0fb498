import { ask } from '../../lib/api.ts'
import { PROVISIONAL_HEADERS } from '../../lib/typing.ts'
import type { Item, Result, ShownAvatar } from './items.ts'
import { DEFAULT_PAUSE_SECONDS, Submitter } from './submitter.ts'

const STORAGE_KEY = 'submitted avatars'

/** Creates this tab's submitter, whose list survives a reload. */
export function openSubmitter(): Submitter {
  return new Submitter({ submit, statesOf, avatarsOf, keep, now: Date.now, wait }, storedItems())
}

async function submit(ids: readonly string[]) {
  let retryAfterSeconds = DEFAULT_PAUSE_SECONDS
  const answer = await ask('POST /avatars/submit', {
    body: { avatarIds: [...ids] },
    onHeaders: headers => {
      retryAfterSeconds = Number(headers.get('Retry-After') ?? DEFAULT_PAUSE_SECONDS)
    },
  })
  // An answer without results is for a request with a single `avatarId`.
  const results: readonly Result[] = 'results' in answer ? answer.results : []
  return { results, retryAfterSeconds }
}

function statesOf(ids: readonly string[]) {
  return ask('GET /submissions', { query: { ids: [...ids] } })
}

/** Fetches several avatars at once by a search that counts as no impression and no popular term. */
async function avatarsOf(ids: readonly string[]): Promise<readonly ShownAvatar[]> {
  const query = { q: ids.join(' '), limit: ids.length }
  const { avatars } = await ask('GET /avatars/search', { query, headers: PROVISIONAL_HEADERS })
  return avatars.map(({ id, name, authorName, imageUrl, tags }) => ({ id, name, authorName, imageUrl, tags }))
}

function keep(items: readonly Item[]): void {
  sessionStorage.setItem(STORAGE_KEY, JSON.stringify(items))
}

function storedItems(): readonly Item[] {
  return JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? '[]') as readonly Item[]
}

function wait(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise(resolve => {
    const end = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', end)
      resolve()
    }
    const timer = setTimeout(end, ms)
    signal.addEventListener('abort', end)
  })
}
