import { createHash } from 'node:crypto'

/** Identifies a database: a digest of a PostgreSQL host and name, or of an SQLite path; without user and settings. */
export function addressOf(databaseUrl: string): string {
  return createHash('sha256').update(placeOf(databaseUrl)).digest('hex').slice(0, 32)
}

function placeOf(databaseUrl: string): string {
  const url = URL.parse(databaseUrl)
  if (url === null || url.protocol === 'sqlite:') return databaseUrl
  return [url.host, url.searchParams.get('host'), url.pathname].join(' ')
}
