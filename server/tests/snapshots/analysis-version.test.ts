import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { createDataset } from '../../../sim/src/dataset/dataset.ts'
import { ANALYSIS_VERSION, analyse } from '../../src/avatars/analyse.ts'
import { WIRE_FIELDS } from '../../src/avatars/fields.ts'
import { AVATAR_FORM } from '../../src/avatars/form.ts'
import type { CatalogRecord } from '../../src/avatars/record.ts'
import { JsonWriter } from '../../src/kernel/json-writer.ts'
import { RecordStore } from '../../src/platform/read-model/record-store.ts'

/** What version makes of 3,000 synthetic records. When the hash differs, raise the version and put both here. */
const KNOWN = { version: 3, hash: '3UZZuHTBJIahKAVYmLRx6FL9agGh4aKs-HcHHbT0_Z0' }

test('whoever changes how records are analysed raises the version of analysis', () => {
  const hash = createHash('sha256')
  const dataset = createDataset({ n: 3000, now: Date.UTC(2026, 0, 1) })
  for (let i = 0; i < dataset.n; i++) hash.update(JSON.stringify(analyse(recordOf(dataset.record(i)))))
  assert.deepEqual({ version: ANALYSIS_VERSION, hash: hash.digest('base64url') }, KNOWN)
})

/** The JSON of the same records, as it stands prepared in a snapshot. */
const KNOWN_JSON = { version: 3, hash: 'pm1phAwHenrujxaKUSEHaAfxlxJelKA-8n0wKMF5LDo' }

test('whoever changes how records are written raises the version of analysis, too', () => {
  const hash = createHash('sha256')
  const dataset = createDataset({ n: 500, now: Date.UTC(2026, 0, 1) })
  const store = RecordStore.create(WIRE_FIELDS)
  const out = new JsonWriter()
  for (let i = 0; i < dataset.n; i++) {
    store.put(i, recordOf(dataset.record(i)))
    store.write(AVATAR_FORM, i, out.reset())
    hash.update(out.toBuffer())
  }
  assert.deepEqual({ version: ANALYSIS_VERSION, hash: hash.digest('base64url') }, KNOWN_JSON)
})

function recordOf(made: ReturnType<ReturnType<typeof createDataset>['record']>): CatalogRecord {
  const { id, name, description, authorId, authorName, imageUrl, tags, platforms, performance } = made
  return {
    id,
    name,
    description,
    authorId,
    authorName,
    imageUrl,
    tags,
    platforms,
    performance,
    key: 1,
    aiTags: [],
    authorVrclUrl: null,
    createdAtMs: null,
    updatedAtMs: null,
    addedAtMs: 0,
    views: 0,
    likes: 0,
    isActive: true,
    isListed: true,
  }
}
