import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { DEVICES, SURFACES } from '@avatary/contract/tracking'
import { DAY_MS } from '../../kernel/days.ts'
import { HOUR_MS } from '../../kernel/time.ts'
import {
  bucketName,
  countryCell,
  dimensionOf,
  hourCell,
  namedCell,
  numberedCell,
  TERM_CELL,
} from './cells.ts'

describe('audience cells', () => {
  it('convert names to numbers and back', () => {
    const named: [number, string, string][] = [
      [namedCell('referrers', 'vrchat.com'), 'referrers', 'vrchat.com'],
      [namedCell('devices', 'vr'), 'devices', 'vr'],
      [namedCell('surfaces', 'search'), 'surfaces', 'search'],
      [namedCell('platforms', 'quest'), 'platforms', 'quest'],
      [countryCell('AD'), 'countries', 'AD'],
      [countryCell('ZW'), 'countries', 'ZW'],
      [hourCell(20_000 * DAY_MS), 'hours', '00'],
      [hourCell(20_001 * DAY_MS - 1), 'hours', '23'],
    ]
    for (const [number, dimension, name] of named) {
      assert.equal(dimensionOf(number), dimension)
      assert.equal(bucketName(number), name)
    }
    assert.equal(new Set(named.map(([number]) => number)).size, named.length)
    assert.equal(dimensionOf(TERM_CELL), 'terms')
  })

  it('are -1 for unknown names', () => {
    assert.equal(namedCell('surfaces', 'nowhere'), -1)
    assert.equal(namedCell('surfaces', 'constructor'), -1)
    assert.equal(namedCell('devices', null), -1)
    assert.equal(countryCell(null), -1)
  })

  it('keep the numbers under which they are stored', () => {
    const numbers = [
      namedCell('referrers', 'direct'),
      namedCell('devices', 'desktop'),
      countryCell('DE'),
      hourCell(7 * HOUR_MS),
      namedCell('surfaces', 'search'),
      namedCell('platforms', 'all'),
      TERM_CELL,
    ]
    assert.deepEqual(numbers, [
      0,
      1 << 16,
      (2 << 16) + 82,
      (3 << 16) + 7,
      (4 << 16) + 1,
      (5 << 16) + 3,
      6 << 16,
    ])
    assert.deepEqual(DEVICES.slice(0, 4), ['desktop', 'mobile', 'tablet', 'vr'])
    assert.deepEqual([SURFACES[0], SURFACES[8], SURFACES[18]], ['home', 'favorites', 'events'])
  })

  it('are `other` if only a newer version knows the name', () => {
    assert.equal(bucketName(numberedCell('surfaces', 999)), 'other')
  })
})
