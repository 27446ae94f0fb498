import { parseSetCookie } from 'cookie'

/** The part of a browser that sign-ins need: it keeps cookies by path, and does not follow redirects by itself. */
export class Browser {
  /** URL of the server, which replaces the site's own origin. */
  readonly #at: string
  readonly #cookies = new Map<string, { value: string; path: string }>()

  constructor(at: string) {
    this.#at = at
  }

  /** @param address a path of the site, or a URL, which may be of the site's own origin or of another. */
  async go(address: string, init: RequestInit = {}): Promise<Response> {
    const url = new URL(address, this.#at)
    const isOwn = url.origin === this.#at
    const headers = new Headers(init.headers)
    const cookies = isOwn ? this.cookies(url.pathname) : ''
    if (cookies !== '' && !headers.has('Cookie')) headers.set('Cookie', cookies)
    const answer = await fetch(url, { redirect: 'manual', ...init, headers })
    if (isOwn) for (const line of answer.headers.getSetCookie()) this.#keep(line)
    return answer
  }

  /** The cookies for a path, as `name=value; name=value`. */
  cookies(path = '/'): string {
    return [...this.#cookies]
      .filter(([, cookie]) => cookie.path === '/' || path.startsWith(cookie.path))
      .map(([name, { value }]) => `${name}=${value}`)
      .join('; ')
  }

  cookie(name: string): string | undefined {
    return this.#cookies.get(name)?.value
  }

  /** Cookies whose names have this prefix, in the order in which they were set. */
  cookieNames(prefix: string): string[] {
    return [...this.#cookies.keys()].filter(name => name.startsWith(prefix))
  }

  setCookie(name: string, value: string, path = '/'): void {
    this.#cookies.set(name, { value, path })
  }

  #keep(line: string): void {
    const { name, value = '', maxAge, path = '/' } = parseSetCookie(line)
    if (maxAge === 0) this.#cookies.delete(name)
    else this.#cookies.set(name, { value, path })
  }
}
