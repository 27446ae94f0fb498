import { setTimeout as delay } from 'node:timers/promises'
import { catalogStore } from '../../../server/src/composition/database.ts'
import { openDatabase } from '../../../server/src/platform/db/database.ts'
import { createCatalog } from '../search/catalog.ts'

/**
 * Until it is stopped, changes 10 counters and adds 2 avatars ten times a second, like other processes do. Arguments:
 * URL of the database, number of its avatars, and optionally n to change the counters only of every nth avatar.
 */
const INTERVAL_MS = 100
const COUNTER_CHANGES = 10
const ADDED_AVATARS = 2
/** A prime, so that consecutive changes are far apart and none repeats before all avatars had their turn. */
const STRIDE = 7919
const DAY_MS = 86_400_000

const [databaseUrl, sizeText, stepText = '1'] = process.argv.slice(2) as [string, string, string?]
const [size, step] = [Number(sizeText), Number(stepText)]
const catalog = createCatalog(size)
await using db = await openDatabase(databaseUrl)
const store = catalogStore(db)
/** All keys up to this one exist, although some records of the dataset are not public. */
const existingCount = Math.floor(size * 0.9)
const keyCount = Math.floor(existingCount / step)
let changeIndex = Date.now() % keyCount
let newSlot = size + (Date.now() % 1_000_000_000)

async function change(): Promise<void> {
  const day = Math.floor(Date.now() / DAY_MS)
  const keys = Array.from({ length: COUNTER_CHANGES }, () => ((changeIndex++ * STRIDE) % keyCount) * step + 1)
  await store.saveCounters(
    keys.map(key => ({ key, day, views: 1 })),
    Date.now(),
  )
  await store.saveMany(
    Array.from({ length: ADDED_AVATARS }, () => catalog.record(newSlot++)),
    Date.now(),
  )
}

let isStopped = false
process.once('SIGTERM', () => {
  isStopped = true
})
// Tells `startServer` that the process runs; it listens on no port.
console.log('listening 0')
while (!isStopped) {
  const startedMs = performance.now()
  await change()
  await delay(Math.max(0, INTERVAL_MS - (performance.now() - startedMs)))
}
