import { hash } from 'node:crypto'

/**
 * Identifies the place of a database: a digest of host and name of a PostgreSQL database, or of the path of an SQLite
 * file. User, password and other settings do not change it.
 */
export function addressOf(databaseUrl: string): string {
  return hash('sha256', placeOf(databaseUrl), 'hex').slice(0, 32)
}

function placeOf(databaseUrl: string): string {
  const url = URL.parse(databaseUrl)
  if (url === null || url.protocol === 'sqlite:') return databaseUrl
  return [url.host, url.searchParams.get('host'), url.pathname].join(' ')
}
