import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { createDataset } from '../../../sim/src/dataset/dataset.ts'
import type { DatasetRecord } from '../../../sim/src/dataset/record.ts'
import { ANALYSIS_VERSION, analyse, analysisVersionOf } from '../../src/avatars/analyse.ts'
import { WIRE_FIELDS } from '../../src/avatars/fields.ts'
import type { CatalogRecord } from '../../src/avatars/record.ts'
import { AVATAR_SHAPE } from '../../src/avatars/shape.ts'
import { JsonWriter } from '../../src/kernel/json-writer.ts'
import { RecordStore } from '../../src/platform/read-model/record-store.ts'
import { recordWith } from '../support/blank-avatar.ts'
import { indexWith } from '../support/record-forms.ts'

interface Made {
  version: string
  hash: string
}

/** A hash of the documents of 3,000 synthetic records, and the version of the analysis that made them. */
const KNOWN_ANALYSIS = { version: '8', hash: 'n5ZtKLVnu68kLboQbo9E3jd0gll_1d4M2qOUfM2JwlY' }

test('whoever changes how records are analysed raises the version of analysis', () => {
  const hash = createHash('sha256')
  const dataset = createDataset({ size: 3000, now: Date.UTC(2026, 0, 1) })
  for (let i = 0; i < dataset.size; i++) hash.update(JSON.stringify(analyse(recordOf(dataset.record(i)))))
  assertKnown({ version: `${ANALYSIS_VERSION}`, hash: hash.digest('base64url') }, KNOWN_ANALYSIS)
})

/** The JSON of the first 500 records, as stored in a snapshot. The version contains the names of all fields. */
const KNOWN_JSON = {
  version:
    '8 unicode 17 fields id:id name:own description:own authorId:author authorName:author authorVrclUrl:author imageUrl:own tags:tags aiTags:aiTags platforms:traits performance:traits addedAt:indexed moment updatedAt:indexed moment views:counter likes:counter createdAt:moment',
  hash: 'CwL4tXlTxnQ2lD69QqsbL5ud7-pVbDArO94sSEWk-oc',
}

test('whoever changes how records are written raises the version of analysis, too', () => {
  const hash = createHash('sha256')
  const dataset = createDataset({ size: 500, now: Date.UTC(2026, 0, 1) })
  const store = RecordStore.create(WIRE_FIELDS)
  const out = new JsonWriter()
  for (let i = 0; i < dataset.size; i++) {
    const record = recordOf(dataset.record(i))
    store.put(i, record)
    store.write(AVATAR_SHAPE, i, indexWith(record), out.reset())
    hash.update(out.toBuffer())
  }
  assertKnown({ version: analysisVersionOf(WIRE_FIELDS, '17'), hash: hash.digest('base64url') }, KNOWN_JSON)
})

/** Fails when the hash differs under the same version, and after that until `known` is updated. */
function assertKnown(made: Made, known: Made): void {
  assert.ok(
    made.hash === known.hash || made.version !== known.version,
    'raise ANALYSIS_VERSION in server/src/avatars/analyse.ts: older snapshots hold other values',
  )
  assert.deepEqual(made, known, `replace the known value in this file by ${JSON.stringify(made)}`)
}

function recordOf(made: DatasetRecord): CatalogRecord {
  const { thumbnailImageUrl, releaseStatus, created_at, updated_at, ...record } = made
  return recordWith(record)
}
