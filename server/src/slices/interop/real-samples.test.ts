import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { readRecord } from './read-record.ts'
import type { Reading } from './reading.ts'

const DATA = join(import.meta.dirname, '../../../../../shared/data')
const skip = existsSync(DATA) ? false : 'no real samples beside the repository'
const OPTIONS = { nowMs: Date.UTC(2026, 10, 21), addedAt: 'kept' } as const

function tally(readings: readonly Reading[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const reading of readings) {
    const name = reading.kind === 'skip' ? reading.reason : reading.kind
    counts[name] = (counts[name] ?? 0) + 1
  }
  return counts
}

test('every real line of a crawl is read, or skipped for the right reason', { skip }, () => {
  const lines = readFileSync(join(DATA, 'avatars.ndjson'), 'utf8').trim().split('\n')
  const records = lines.map(line => JSON.parse(line) as Record<string, unknown>)
  const readings = records.map(record => readRecord(record, OPTIONS))
  assert.deepEqual(tally(readings), { patch: 1204, id_only: 237 })
  for (const [i, reading] of readings.entries()) {
    if (reading.kind !== 'patch') continue
    const record = records[i]!
    assert.equal(reading.ifUnknown, 'add')
    assert.equal(reading.patch.name, record.name)
    assert.equal(reading.patch.description, record.description || undefined)
    assert.equal(reading.patch.authorId, record.authorId || undefined)
    if (typeof record.imageUrl === 'string' && record.imageUrl.startsWith('https://api.vrchat.cloud/'))
      assert.match(reading.patch.imageUrl!, /\/api\/1\/image\/file_[-0-9a-f]+\/\d+\/256$/)
  }
})

test('every real answer of the platform is read', { skip }, () => {
  const answers = JSON.parse(readFileSync(join(DATA, 'platform-avatars.json'), 'utf8')) as object[]
  const readings = answers.map(answer => readRecord(answer, OPTIONS))
  assert.deepEqual(tally(readings), { patch: 28 })
  const byName = Object.fromEntries(
    readings.flatMap(reading => (reading.kind === 'patch' ? [[reading.patch.name, reading.patch]] : [])),
  )
  const monkey = byName['Lil GnagMonkey']!
  assert.deepEqual([monkey.platforms, monkey.performance], [['pc'], { pc: 'Very Poor' }])
  assert.deepEqual(byName.VRRat!.performance, { pc: 'Excellent', quest: 'Excellent', ios: 'Excellent' })
  assert.deepEqual([byName.Robot!.authorId, byName.Robot!.platforms], ['8JoV9XEdpo', ['pc', 'quest']])
  assert.equal(byName.Liam!.imageUrl, '')
})
