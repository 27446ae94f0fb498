import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { Reader, type Response } from 'mmdb-lib'
import type { CountryDatabase } from '../../slices/tracking/index.ts'

const FILE = '@ip-location-db/geo-whois-asn-country-mmdb/geo-whois-asn-country.mmdb'
const MAPPED_IPV4 = /^::ffff:(?=\d+\.)/i

/** The database that comes with the server. */
export function bundledCountries(): string {
  return fileURLToPath(import.meta.resolve(FILE))
}

/**
 * Countries of addresses from a MaxMind database whose records are `{country_code}`, held in memory. No look-up
 * leaves the machine.
 */
export async function openCountryDatabase(path: string): Promise<CountryDatabase> {
  const reader = new Reader<Response>(await readFile(path))
  return {
    countryOf: address => {
      const found: { country_code?: unknown } | null = lookUp(reader, address.replace(MAPPED_IPV4, ''))
      return typeof found?.country_code === 'string' ? found.country_code : null
    },
  }
}

/** The reader throws for what is no address. */
function lookUp(reader: Reader<Response>, address: string): object | null {
  try {
    return reader.get(address)
  } catch {
    return null
  }
}
