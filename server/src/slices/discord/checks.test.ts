import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { HOUR_MS } from '../../kernel/time.ts'
import {
  type CheckKey,
  type CheckResults,
  checksOf,
  mergeResults,
  metadataOf,
  metadataRecords,
} from './checks.ts'

const NOW = Date.UTC(2026, 0, 1)
const VALUES = { verified: true, supporter: false, listed_avatars: 3, total_views: 0, saved_avatars: 1 }

type Values = { [Key in CheckKey]: boolean | number | null }

/** Results of sources that all answered at `atMs`; null for sources that did not. */
const readAt = (values: Values, atMs: number) =>
  Object.fromEntries(
    Object.entries(values).map(([key, value]) => [key, value === null ? null : { value, atMs }]),
  ) as CheckResults

const find = (checks: ReturnType<typeof checksOf>, wanted: string) =>
  checks.find(({ key }) => key === wanted)!

describe('the five checks', () => {
  it('are unknown before the first sync', () => {
    const checks = checksOf(null, NOW)
    assert.equal(checks.length, 5)
    for (const { passed, value, checkedAt, expiresAt } of checks)
      assert.deepEqual([passed, value, checkedAt, expiresAt], [false, null, null, null])
  })

  it('pass when they are true, or a number of at least 1', () => {
    const checks = checksOf(mergeResults(readAt(VALUES, NOW), null, NOW), NOW)
    assert.deepEqual(
      checks.map(({ passed }) => passed),
      [true, false, true, false, true],
    )
  })

  it('expire after 24 hours when they are claims about identity or membership', () => {
    const checked = mergeResults(readAt({ ...VALUES, supporter: true }, NOW), null, NOW)
    const before = checksOf(checked, NOW + 24 * HOUR_MS - 1)
    const after = checksOf(checked, NOW + 24 * HOUR_MS)
    for (const key of ['verified', 'supporter']) {
      assert.deepEqual([find(before, key).passed, find(before, key).value], [true, true])
      assert.deepEqual([find(after, key).passed, find(after, key).value], [false, null])
      assert.equal(find(after, key).expiresAt, '2026-01-02T00:00:00.000Z')
    }
    assert.deepEqual(
      [find(after, 'listed_avatars').value, find(after, 'listed_avatars').expiresAt],
      [3, null],
    )
  })

  it('keep the previous result while a source does not answer, for at most 24 hours', () => {
    const first = mergeResults(readAt(VALUES, NOW), null, NOW)
    const silent = { ...VALUES, verified: null, total_views: null, saved_avatars: 2 }
    const second = mergeResults(readAt(silent, NOW + 23 * HOUR_MS), first, NOW + 23 * HOUR_MS)
    assert.deepEqual(second.verified, { value: true, atMs: NOW })
    assert.deepEqual(second.total_views, { value: 0, atMs: NOW })
    assert.deepEqual(second.saved_avatars, { value: 2, atMs: NOW + 23 * HOUR_MS })
    const third = mergeResults(readAt(silent, NOW + 24 * HOUR_MS), second, NOW + 24 * HOUR_MS)
    assert.deepEqual([third.verified, third.total_views], [null, null])
  })

  it('keep the time of the answer when they are read later', () => {
    const checked = mergeResults(readAt(VALUES, NOW - 5 * HOUR_MS), null, NOW)
    const [verified] = checksOf(checked, NOW)
    assert.equal(verified?.checkedAt, '2025-12-31T19:00:00.000Z')
    assert.equal(verified?.expiresAt, '2026-01-01T19:00:00.000Z')
    const oldResults = mergeResults(readAt(VALUES, NOW - 24 * HOUR_MS), null, NOW)
    assert.deepEqual([oldResults.verified, metadataOf(oldResults).verified], [null, '0'])
  })

  it('are all sent to Discord as strings, so that every old value is replaced', () => {
    const checked = mergeResults(readAt({ ...VALUES, verified: null }, NOW), null, NOW)
    assert.deepEqual(metadataOf(checked), {
      verified: '0',
      supporter: '0',
      listed_avatars: '3',
      total_views: '0',
      saved_avatars: '1',
    })
  })

  it('are registered with five names and descriptions within the limits of Discord', () => {
    const records = metadataRecords() as { type: number; key: string; name: string; description: string }[]
    assert.equal(records.length, 5)
    for (const { type, key, name, description } of records) {
      assert.ok([2, 7].includes(type))
      assert.match(key, /^[a-z0-9_]{1,50}$/)
      assert.ok(
        name.length >= 1 && name.length <= 100 && description.length >= 1 && description.length <= 200,
      )
    }
  })
})
