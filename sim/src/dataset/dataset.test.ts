import assert from 'node:assert/strict'
import { test } from 'node:test'
import { PLATFORMS, RATINGS } from '@avatary/contract/avatar'
import { createDataset } from './dataset.ts'
import type { DatasetRecord } from './record.ts'

const NOW = Date.UTC(2026, 10, 20)
const options = { size: 20_000, seed: 7, now: NOW }

function records(count = 20_000): DatasetRecord[] {
  const dataset = createDataset(options)
  return Array.from({ length: count }, (_, i) => dataset.record(i))
}

function share(all: readonly DatasetRecord[], holds: (record: DatasetRecord) => boolean): number {
  return all.filter(holds).length / all.length
}

function assertNear(actual: number, expected: number, tolerance: number, what: string): void {
  assert.ok(Math.abs(actual - expected) <= tolerance, `${what}: ${actual}, not about ${expected}`)
}

test('a record depends on the options and its index alone, whatever was made before', () => {
  const forward = createDataset(options)
  const backward = createDataset(options)
  const indices = Array.from({ length: 500 }, (_, i) => i)
  const first = indices.map(i => forward.record(i))
  const second = indices.toReversed().map(i => backward.record(i))
  assert.deepEqual(second.toReversed(), first)
  assert.deepEqual(forward.record(3), first[3])
  assert.deepEqual(createDataset(options).platformRecord(9), forward.platformRecord(9))
})

test('another seed makes another catalog', () => {
  const other = createDataset({ ...options, seed: 8 })
  const same = records(200).filter((record, i) => other.record(i).id === record.id)
  assert.deepEqual(same, [])
})

test('every record is well formed', () => {
  for (const record of records(5000)) {
    assert.match(record.id, /^avtr_[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
    assert.match(record.authorId, /^(usr_[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|[A-Za-z0-9]{10})$/)
    for (const text of [record.name, record.description, record.authorName]) {
      assert.ok(text.isWellFormed(), JSON.stringify(text))
      assert.doesNotMatch(text, /[!.,/:;<>*()[\]{}|&"+=@#$%\\^]/)
    }
    assert.ok(record.name.length > 0)
    assert.ok(record.authorName.length > 0)
    assert.deepEqual(
      record.platforms,
      PLATFORMS.filter(platform => record.platforms.includes(platform)),
    )
    for (const [platform, rating] of Object.entries(record.performance)) {
      assert.ok(record.platforms.some(known => known === platform))
      assert.ok(RATINGS.includes(rating))
    }
    const [created, updated] = [Date.parse(record.created_at), Date.parse(record.updated_at)]
    assert.ok(created <= updated && updated <= NOW)
    assert.equal(new Set(record.tags).size, record.tags.length)
  }
})

test('ids are distinct, names and authors repeat as in real catalogs', () => {
  const all = records()
  assert.equal(new Set(all.map(({ id }) => id)).size, all.length)
  // The share falls as a catalog grows: of 1,000,000 generated names 0.81 are distinct, of the first 20,000 0.956.
  assertNear(new Set(all.map(({ name }) => name)).size / all.length, 0.955, 0.01, 'distinct names')
  assertNear(new Set(all.map(({ authorId }) => authorId)).size / all.length, 0.25, 0.03, 'distinct authors')
})

test('the traits that search depends on have the shares measured in real catalogs', () => {
  const all = records()
  const cjk = /[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Hang}]/u
  assertNear(
    share(all, ({ name }) => cjk.test(name)),
    0.22,
    0.03,
    'names in CJK',
  )
  assertNear(
    share(all, ({ name }) => /[^ -~]/.test(name)),
    0.44,
    0.03,
    'names beyond ASCII',
  )
  assertNear(
    share(all, ({ name, description }) => name === description),
    0.43,
    0.02,
    'descriptions like the name',
  )
  assertNear(
    share(all, ({ tags }) => tags.length > 0),
    0.33,
    0.03,
    'tagged',
  )
  assertNear(
    share(all, ({ releaseStatus }) => releaseStatus === 'private'),
    0.015,
    0.005,
    'private',
  )
  assertNear(
    share(all, ({ platforms }) => platforms.length === 1),
    0.57,
    0.03,
    'on one platform',
  )
})

test('the platform shape has the values of the record', () => {
  const dataset = createDataset(options)
  for (let i = 0; i < 200; i++) {
    const record = dataset.record(i)
    const answer = dataset.platformRecord(i) as {
      name: string
      performance: Record<string, unknown>
      unityPackages: { platform: string; variant: string }[]
    }
    assert.equal(answer.name, record.name)
    assert.equal('platforms' in answer, false)
    const builds = answer.unityPackages.filter(({ variant }) => variant !== 'impostor')
    assert.equal(builds.length, record.platforms.length)
    assert.equal(answer.performance.standalonewindows, record.performance.pc?.replace(' ', ''))
  }
})
