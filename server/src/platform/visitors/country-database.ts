import { readFile } from 'node:fs/promises'
import type { CountryDatabase } from '../../slices/tracking/country.ts'

/** What is needed of a reader of MaxMind databases, as `Reader` of the package `mmdb-lib`. */
export interface AddressReader {
  /** Throws for what is no address. */
  get(address: string): object | null
}

const MAPPED_IPV4 = /^::ffff:(?=\d+\.)/i

/**
 * Countries of addresses from a MaxMind database whose records are `{country_code}`, held in memory. No look-up
 * leaves the machine.
 *
 * @param open reads the bytes of the file: `bytes => new Reader(bytes)`.
 */
export async function openCountryDatabase(
  path: string,
  open: (bytes: Buffer) => AddressReader,
): Promise<CountryDatabase> {
  const reader = open(await readFile(path))
  return {
    countryOf: address => {
      try {
        const found: { country_code?: unknown } | null = reader.get(address.replace(MAPPED_IPV4, ''))
        return typeof found?.country_code === 'string' ? found.country_code : null
      } catch {
        return null
      }
    },
  }
}
