import type { Log } from '../../kernel/log.ts'

/** Finds countries from addresses without asking anybody; null when it cannot tell. */
export interface CountryDatabase {
  countryOf(address: string): string | null
}

/** The database of countries, once it is open; without it countries are unknown, and everything else is counted. */
export class Countries implements CountryDatabase {
  readonly #open: () => Promise<CountryDatabase>
  readonly #log: Pick<Log, 'warn'>
  #database: CountryDatabase | null = null

  constructor(deps: { open: () => Promise<CountryDatabase>; log: Pick<Log, 'warn'> }) {
    this.#open = deps.open
    this.#log = deps.log
  }

  async open(): Promise<void> {
    try {
      this.#database = await this.#open()
    } catch (err) {
      this.#log.warn({ event: 'countries-unreadable', err }, 'The database of countries could not be read')
    }
  }

  countryOf(address: string): string | null {
    return this.#database?.countryOf(address) ?? null
  }
}

/** Codes that ISO 3166-1 leaves to users, of which `XK` alone is in use for a country. */
const NO_COUNTRY = /^(?:AA|Q[M-Z]|X[A-JL-Z]|ZZ)$/
const CODE = /^[A-Z]{2}$/

/** An ISO 3166-1 code in capitals, or null for what is none (`XX`, `T1`, nonsense). */
export function countryCode(text: string): string | null {
  const code = text.trim().toUpperCase()
  return CODE.test(code) && !NO_COUNTRY.test(code) ? code : null
}

/**
 * The country of a visitor: as the operator's proxy says in the configured header, else by the database. A header
 * that was not configured is not looked at, so nobody can claim a country.
 *
 * @param told value of that header; null when none is configured or the request has none.
 */
export function countryOf(told: string | null, address: string, database: CountryDatabase): string | null {
  const country = told === null ? database.countryOf(address) : told
  return country === null ? null : countryCode(country)
}
