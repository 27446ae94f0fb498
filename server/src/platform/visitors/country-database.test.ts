import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { it } from 'node:test'
import { tempFolder } from '../../../tests/support/temp-folder.ts'
import { openCountryDatabase } from './country-database.ts'

const RECORDS: Record<string, object> = {
  '198.51.100.7': { country_code: 'DE' },
  '2001:db8::7': { country_code: 'JP' },
  '203.0.113.1': { continent: 'EU' },
}

it('finds the country of an address in a file, and none of what is no address', async t => {
  const folder = tempFolder('countries')
  t.after(() => folder.remove())
  const path = join(folder.path, 'countries.mmdb')
  writeFileSync(path, 'bytes of it')
  const database = await openCountryDatabase(path, bytes => {
    assert.equal(bytes.toString(), 'bytes of it')
    return {
      get: address => {
        if (!/[.:]/.test(address)) throw new Error('no address')
        return RECORDS[address] ?? null
      },
    }
  })
  const addresses = [
    '198.51.100.7',
    '::ffff:198.51.100.7',
    '2001:db8::7',
    '203.0.113.1',
    '192.0.2.1',
    'fox',
    '',
  ]
  const countries = addresses.map(address => database.countryOf(address))
  assert.deepEqual(countries, ['DE', 'DE', 'JP', null, null, null, null])
})
