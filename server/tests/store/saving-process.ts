import { MIGRATIONS } from '../../migrations/all.ts'
import { openDatabase } from '../../src/platform/db/database.ts'
import { migrate } from '../../src/platform/db/migrate.ts'
import { catalogOver, fullPatch, NOW } from './fixtures.ts'

/**
 * A process that saves batches like an import, and prints the last number of each batch once it is acknowledged.
 * Arguments: path or URL of the database, first number, batch size, number of batches.
 */
const [url, first, size, batches] = process.argv.slice(2)
await using db = await openDatabase(url!)
await migrate(db, MIGRATIONS, NOW)
const store = catalogOver(db)
for (let batch = 0, number = Number(first); batch < Number(batches); batch++) {
  const patches = Array.from({ length: Number(size) }, () => fullPatch(number++, { views: 1 }))
  await store.saveMany(patches, NOW)
  process.stdout.write(`${number - 1}\n`)
}
