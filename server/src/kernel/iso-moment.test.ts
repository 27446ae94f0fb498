import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { DAY_MS } from './days.ts'
import { ISO_LENGTH, writeIso } from './iso-moment.ts'

const FIRST = Date.parse('0000-01-01T00:00:00.000Z')
const LAST = Date.parse('9999-12-31T23:59:59.999Z')

/** Writes between two bytes, which must stay `x`. */
function writeBetweenX(ms: number): string {
  const bytes = Buffer.alloc(ISO_LENGTH + 2, 'x')
  writeIso(bytes, 1, ms)
  return bytes.toString('latin1')
}

test('a moment of a year with four digits is written as toISOString writes it', () => {
  const moments = fc.oneof(fc.integer({ min: FIRST, max: LAST }), fc.constantFrom(FIRST, LAST, -1, 0))
  const property = fc.property(moments, ms =>
    assert.equal(writeBetweenX(ms), `x${new Date(ms).toISOString()}x`),
  )
  fc.assert(property, { numRuns: 5000 })
})

test('every day of 800 years is written as toISOString writes it', () => {
  for (let ms = Date.UTC(1600, 0); ms < Date.UTC(2400, 0); ms += DAY_MS)
    assert.equal(writeBetweenX(ms), `x${new Date(ms).toISOString()}x`)
})

test('a moment outside the years 0000 to 9999 is clamped to them', () => {
  assert.equal(writeBetweenX(FIRST - 1), 'x0000-01-01T00:00:00.000Zx')
  assert.equal(writeBetweenX(8.64e15), 'x9999-12-31T23:59:59.999Zx')
})
