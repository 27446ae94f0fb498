import { openDatabase } from '../../src/platform/db/database.ts'
import { InsightsStore } from '../../src/slices/insights/store.sql.ts'

/**
 * A process that rolls up days and prints the number of rows after each step. Arguments: path or URL of the database,
 * first day to keep.
 */
const [url, day] = process.argv.slice(2)
await using db = await openDatabase(url!)
const store = new InsightsStore({ db })
for (;;) {
  const rows = await store.earlier.rollUpBefore(Number(day))
  process.stdout.write(`${rows}\n`)
  if (rows === 0) break
}
