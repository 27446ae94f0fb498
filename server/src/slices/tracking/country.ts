/** Finds countries from addresses without asking anybody; null when it cannot tell. */
export interface CountryDatabase {
  countryOf(address: string): string | null
}

/** Where no database is at hand. */
export const NO_COUNTRIES: CountryDatabase = { countryOf: () => null }

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
