import { openDatabase } from '../../src/platform/db/database.ts'
import { createInsightsStore } from '../../src/slices/insights/store.sql.ts'

/**
 * A process that packs days into histories, and prints how many rows after each step.
 * Arguments: path or URL of the database, first day that is not packed.
 */
const [url, day] = process.argv.slice(2)
await using db = await openDatabase(url!)
const store = createInsightsStore({ db })
for (;;) {
  const packed = await store.packBefore(Number(day))
  process.stdout.write(`${packed}\n`)
  if (packed === 0) break
}
