import { hash } from 'node:crypto'

/**
 * A digest of the location of a database: the host and name of a PostgreSQL database, or the path of an SQLite
 * file. Changing the user, the password or other settings does not change it.
 */
export function locationDigest(databaseUrl: string): string {
  return hash('sha256', locationOf(databaseUrl), 'hex').slice(0, 32)
}

function locationOf(databaseUrl: string): string {
  const url = URL.parse(databaseUrl)
  if (url === null || url.protocol === 'sqlite:') return databaseUrl
  return [url.host, url.searchParams.get('host'), url.pathname].join(' ')
}
