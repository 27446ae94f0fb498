import assert from 'node:assert/strict'
import { AvatarSchema } from '@avatary/contract/avatar'
import { WorldAvatarSchema } from '@avatary/contract/world'
import { MIGRATIONS } from '../../migrations/all.ts'
import { type AvatarShape, shapeOf, WIRE_FIELDS } from '../../src/avatars/index.ts'
import { CatalogStore } from '../../src/avatars/store.sql.ts'
import { JsonWriter } from '../../src/kernel/json-writer.ts'
import { openDatabase } from '../../src/platform/db/database.ts'
import { migrate } from '../../src/platform/db/migrate.ts'
import { RecordStore } from '../../src/platform/read-model/record-store.ts'
import { exportCatalog } from '../../src/slices/interop/export-catalog.ts'
import { readRecord } from '../../src/slices/interop/read-record.ts'

/**
 * Takes an avatar with a new field through import, database, export and answers, and fails where the field is lost.
 * Arguments: path of a new database, the field's name, its value as JSON, and a later value.
 */
const [path = '', field = '', ...values] = process.argv.slice(2)
const [first, second] = values.map(value => JSON.parse(value) as unknown)
const NOW = Date.UTC(2026, 10, 21)
const INDEX = {
  readId: () => {},
  viewsOf: () => 0,
  likesOf: () => 0,
  addedAtMsOf: () => NOW,
  updatedAtMsOf: () => null,
}
const own = {
  id: 'avtr_26187637-0c30-4a09-86e1-bc928c07309e',
  name: 'Fox',
  addedAt: '2026-02-25T12:00:49.388Z',
}

await using db = await openDatabase(path, { synchronous: 'off' })
await migrate(db, MIGRATIONS, NOW)
const store = new CatalogStore({ db, deriveAiTags: () => [], aiTagsVersion: 1 })

async function save(fields: object): Promise<Record<string, unknown>> {
  const reading = readRecord({ ...own, ...fields }, { nowMs: NOW, addedAt: 'kept' })
  assert.ok(reading.kind === 'patch')
  await store.saveMany([reading.patch], NOW)
  let lines = ''
  for await (const { text } of exportCatalog(store, { terms: '', nowMs: NOW, all: true })) lines += text
  return JSON.parse(lines.trim().split('\n').at(-1)!)
}

assert.deepEqual((await save({ [field]: first }))[field], first, `${field} of a new avatar`)
assert.deepEqual((await save({ [field]: second }))[field], second, `${field} of a known avatar`)
assert.deepEqual((await save({}))[field], second, `${field} stays when it is not told`)

const [record] = await store.byIds([own.id])
const records = RecordStore.create(WIRE_FIELDS)
records.put(0, record!)
const answer = (shape: AvatarShape): Record<string, unknown> => {
  const out = new JsonWriter()
  records.write(shape, 0, INDEX, out)
  return JSON.parse(out.toBuffer().toString())
}
assert.deepEqual(answer(shapeOf(AvatarSchema))[field], second, `${field} in the shape that asks for it`)
assert.ok(!(field in answer(shapeOf(WorldAvatarSchema))), `${field} in a shape that does not`)
process.stdout.write(`${field}: kept from an import to the answers\n`)
