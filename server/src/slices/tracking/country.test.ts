import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { countryCode, countryOf } from './country.ts'

describe('a country code', () => {
  it('is two letters of ISO 3166-1, in capitals', () => {
    for (const [text, code] of [
      ['DE', 'DE'],
      [' jp ', 'JP'],
      ['XK', 'XK'],
      ['XX', null],
      ['ZZ', null],
      ['T1', null],
      ['AA', null],
      ['QM', null],
      ['QA', 'QA'],
      ['DEU', null],
      ['ßß', null],
      ['', null],
      ['198.51.100.7', null],
    ] as const) {
      assert.equal(countryCode(text), code, text)
    }
  })
})

describe('the country of a visitor', () => {
  const database = { countryOf: (address: string) => (address === '198.51.100.7' ? 'FR' : null) }

  it('is the value of the configured header, even if that is not a country', () => {
    assert.equal(countryOf('DE', '198.51.100.7', database), 'DE')
    assert.equal(countryOf('XX', '198.51.100.7', database), null)
  })

  it('is looked up when no header is configured or sent', () => {
    assert.equal(countryOf(null, '198.51.100.7', database), 'FR')
    assert.equal(countryOf(null, '203.0.113.7', database), null)
  })
})
