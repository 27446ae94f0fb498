import { openDatabase } from '../../src/platform/db/database.ts'
import { InsightsStore } from '../../src/slices/insights/store.sql.ts'

/**
 * A process that rolls days up, and prints how many rows after each step.
 * Arguments: path or URL of the database, first day that stays.
 */
const [url, day] = process.argv.slice(2)
await using db = await openDatabase(url!)
const store = new InsightsStore({ db })
for (;;) {
  const rows = await store.earlier.rollUpBefore(Number(day))
  process.stdout.write(`${rows}\n`)
  if (rows === 0) break
}
