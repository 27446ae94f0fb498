/** An avatar as VRCX stores it: missing fields have defaults, and additional fields are kept. */
export interface VrcxRef {
  id: string
  name: string
  description: string
  authorId: string
  authorName: string
  imageUrl: string
  thumbnailImageUrl: string
  created_at: string
  updated_at: string
  releaseStatus: string
}

const DEFAULTS: VrcxRef = {
  authorId: '',
  authorName: '',
  name: '',
  description: '',
  id: '',
  imageUrl: '',
  thumbnailImageUrl: '',
  created_at: '0001-01-01T00:00:00.0000000Z',
  updated_at: '0001-01-01T00:00:00.0000000Z',
  releaseStatus: 'public',
}

const HEADERS = {
  Referer: 'https://vrcx.app',
  'VRCX-ID': '3f8a1c52-7b60-4de9-9a41-0c5d2e8b7f13',
  'User-Agent': 'VRCX 2026.11.1',
}

/** VRCX does not send shorter searches. */
const SHORTEST_SEARCH = 3

/** Queries remote avatar databases like VRCX: the same URLs, headers, defaults, merging and fallbacks. */
export class VrcxClient {
  readonly #providers: readonly string[]

  /** @param providers URLs without a query; the first is the selected one. */
  constructor(providers: readonly string[]) {
    this.#providers = providers
  }

  /** Results of the search box by id; null when VRCX sends no request. Throws the message that VRCX would show. */
  async search(text: string): Promise<Map<string, VrcxRef> | null> {
    if (text.length < SHORTEST_SEARCH) return null
    const found = await askArray(`${this.#providers[0]}?search=${encodeURIComponent(text)}&n=5000`)
    return new Map(found.map(avatar => [avatar.id, avatar]))
  }

  /** Results of the author's tab, merged from all providers; for each id the first one counts. */
  async byAuthor(authorId: string): Promise<Map<string, VrcxRef>> {
    const merged = new Map<string, VrcxRef>()
    for (const provider of this.#providers) {
      for (const avatar of await askArray(`${provider}?authorId=${encodeURIComponent(authorId)}`)) {
        if (!merged.has(avatar.id)) merged.set(avatar.id, avatar)
      }
    }
    return merged
  }

  /**
   * Finds the avatar of an image that somebody wears: by its file, or by comparing the pictures of all the author's
   * avatars.
   */
  async byImage(authorId: string, imageUrl: string): Promise<{ id: string; by: 'file' | 'author' } | null> {
    const fileId = fileIdOf(imageUrl)
    for (const provider of this.#providers) {
      const id = await idOfFile(provider, fileId)
      if (id !== null) return { id, by: 'file' }
    }
    for (const avatar of (await this.byAuthor(authorId)).values()) {
      if (fileIdOf(avatar.imageUrl) === fileId) return { id: avatar.id, by: 'author' }
    }
    return null
  }
}

/** Ignores any failure, as VRCX does. */
async function idOfFile(provider: string, fileId: string): Promise<string | null> {
  try {
    const { status, value } = await ask(`${provider}?fileId=${encodeURIComponent(fileId)}`)
    if (status !== 200 || typeof value !== 'object' || value === null) return null
    return { ...DEFAULTS, ...value }.id || null
  } catch {
    return null
  }
}

async function askArray(url: string): Promise<VrcxRef[]> {
  const { status, value } = await ask(url)
  if (status !== 200 || !Array.isArray(value)) throw new Error(`Avatar search failed, ${status}`)
  return value.map((avatar: object) => ({ ...DEFAULTS, ...avatar }))
}

async function ask(url: string): Promise<{ status: number; value: unknown }> {
  const response = await fetch(url, { headers: HEADERS })
  return { status: response.status, value: JSON.parse(await response.text()) }
}

function fileIdOf(url: string): string {
  return /file_[0-9A-Za-z-]+/.exec(url)?.[0] ?? ''
}
