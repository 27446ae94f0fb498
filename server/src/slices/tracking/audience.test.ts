import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { audienceOf } from './audience.ts'
import { countryCell, hourCell, namedCell, TERM_CELL } from './cells.ts'
import type { AudienceCell } from './store.ts'

function numberedCell(cell: number, views: number, outbound = 0, term = ''): AudienceCell {
  return { cell, term, views, outbound }
}

describe('an audience', () => {
  const cells = [
    numberedCell(namedCell('devices', 'vr'), 4, 3),
    numberedCell(namedCell('devices', 'desktop'), 5),
    numberedCell(countryCell('DE'), 3),
    numberedCell(countryCell('JP'), 2),
    numberedCell(hourCell(0), 10, 3),
    numberedCell(TERM_CELL, 6, 0, 'fox'),
    numberedCell(TERM_CELL, 2, 0, 'my cat minka'),
  ]

  it('adds up to the total in every dimension except terms, with the rest and small buckets in `other`', () => {
    assert.deepEqual(audienceOf(cells, 'view', 10), {
      referrers: [{ key: 'other', count: 10 }],
      devices: [
        { key: 'desktop', count: 5 },
        { key: 'vr', count: 4 },
        { key: 'other', count: 1 },
      ],
      countries: [
        { key: 'XX', count: 5 },
        { key: 'DE', count: 3 },
        { key: 'other', count: 2 },
      ],
      hours: [{ key: '00', count: 10 }],
      surfaces: [{ key: 'other', count: 10 }],
      platforms: [{ key: 'other', count: 10 }],
      terms: [
        { key: 'fox', count: 6 },
        { key: 'other', count: 2 },
      ],
    })
  })

  it('adds the term `other` to the bucket of that name', () => {
    const { terms } = audienceOf(
      [numberedCell(TERM_CELL, 7, 0, 'other'), numberedCell(TERM_CELL, 1, 0, 'cat')],
      'view',
      9,
    )
    assert.deepEqual(terms, [{ key: 'other', count: 8 }])
  })

  it('is separate for each event', () => {
    const { devices, hours, terms } = audienceOf(cells, 'outbound', 3)
    assert.deepEqual([devices, hours, terms], [[{ key: 'vr', count: 3 }], [{ key: '00', count: 3 }], []])
  })

  it('is empty without visitors', () => {
    assert.ok(Object.values(audienceOf([], 'view', 0)).every(shares => shares.length === 0))
  })
})
