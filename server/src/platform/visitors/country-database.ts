import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { Reader, type Response } from 'mmdb-lib'
import type { CountryDatabase } from '../../slices/tracking/index.ts'

const BUNDLED_FILE = '@ip-location-db/geo-whois-asn-country-mmdb/geo-whois-asn-country.mmdb'
const MAPPED_IPV4 = /^::ffff:(?=\d+\.)/i

let bundledDatabase: Promise<CountryDatabase> | undefined

/** The bundled database. A process reads it only once, as it has 8 MB. */
export function openBundledCountries(): Promise<CountryDatabase> {
  bundledDatabase ??= openCountryDatabase(fileURLToPath(import.meta.resolve(BUNDLED_FILE)))
  return bundledDatabase
}

/**
 * Looks up the countries of addresses in a MaxMind database with records `{country_code}`, which is loaded into memory.
 */
export async function openCountryDatabase(path: string): Promise<CountryDatabase> {
  const reader = new Reader<Response>(await readFile(path))
  return {
    countryOf: address => {
      const entry: { country_code?: unknown } | null = lookUp(reader, address.replace(MAPPED_IPV4, ''))
      return typeof entry?.country_code === 'string' ? entry.country_code : null
    },
  }
}

/** Returns null for a text that is not an address, for which the reader throws. */
function lookUp(reader: Reader<Response>, address: string): object | null {
  try {
    return reader.get(address)
  } catch {
    return null
  }
}
