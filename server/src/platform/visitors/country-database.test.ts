import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { testFolder } from '../../../tests/support/temp-folder.ts'
import { openBundledCountries, openCountryDatabase } from './country-database.ts'

describe('the country database', () => {
  it('knows the country of public addresses, and none of private ones and of what is no address', async () => {
    const { countryOf } = await openBundledCountries()
    assert.equal(countryOf('8.8.8.8'), 'US')
    assert.equal(countryOf('::ffff:8.8.8.8'), 'US')
    assert.equal(countryOf('2001:4860:4860::8888'), 'US')
    for (const address of ['127.0.0.1', '10.1.2.3', '::1', 'fe80::1', 'fox', ''])
      assert.equal(countryOf(address), null, address)
  })

  it('is refused when it is something else', async t => {
    const folder = testFolder(t, 'countries')
    const path = join(folder, 'countries.mmdb')
    writeFileSync(path, 'no database')
    await assert.rejects(openCountryDatabase(path))
    await assert.rejects(openCountryDatabase(join(folder, 'missing.mmdb')))
  })
})
