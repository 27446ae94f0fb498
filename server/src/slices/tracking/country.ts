import type { Log } from '../../kernel/log.ts'

/** Finds the countries of IP addresses without asking a service; null when unknown. */
export interface CountryDatabase {
  countryOf(address: string): string | null
}

/** The country database once it is open. Until then countries are unknown, while everything else is counted. */
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

/** Codes that ISO 3166-1 leaves to users, except `XK`, which is used for Kosovo. */
const USER_ASSIGNED_CODE = /^(?:AA|Q[M-Z]|X[A-JL-Z]|ZZ)$/
const COUNTRY_CODE = /^[A-Z]{2}$/

/** The ISO 3166-1 code in capitals, or null for anything else (`XX`, `T1`). */
export function countryCode(text: string): string | null {
  const code = text.trim().toUpperCase()
  return COUNTRY_CODE.test(code) && !USER_ASSIGNED_CODE.test(code) ? code : null
}

/**
 * The country of a visitor according to the configured header, or else the database. Other headers are ignored, so that
 * clients cannot choose their country.
 * @param headerValue value of that header; null when none is configured or sent.
 */
export function countryOf(
  headerValue: string | null,
  address: string,
  database: CountryDatabase,
): string | null {
  const country = headerValue === null ? database.countryOf(address) : headerValue
  return country === null ? null : countryCode(country)
}
