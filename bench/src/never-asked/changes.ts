import { catalogStore } from '../../../server/src/composition/database.ts'
import { openDatabase } from '../../../server/src/platform/db/database.ts'
import { createCatalog } from '../search/catalog.ts'

/**
 * Until it is stopped, changes 10 counters and adds 2 avatars ten times a second, like other processes do. Arguments:
 * URL of the database, number of its avatars, and optionally n to change the counters only of every nth avatar.
 */
const EVERY_MS = 100
const MOVES = 10
const ADDS = 2
const DAY_MS = 86_400_000

const [address, sizeText, stepText = '1'] = process.argv.slice(2) as [string, string, string?]
const [size, step] = [Number(sizeText), Number(stepText)]
const catalog = createCatalog(size)
await using db = await openDatabase(address)
const store = catalogStore(db)
/** All keys up to this one exist, although some records of the dataset are not public. */
const existing = Math.floor(size * 0.9)
const movable = Math.floor(existing / step)
let moved = Date.now() % movable
let added = size + (Date.now() % 1_000_000_000)

async function change(): Promise<void> {
  const day = Math.floor(Date.now() / DAY_MS)
  const keys = Array.from({ length: MOVES }, () => ((moved++ * 7919) % movable) * step + 1)
  await store.saveCounters(
    keys.map(key => ({ key, day, views: 1 })),
    Date.now(),
  )
  await store.saveMany(
    Array.from({ length: ADDS }, () => catalog.record(added++)),
    Date.now(),
  )
}

let isStopped = false
process.once('SIGTERM', () => {
  isStopped = true
})
console.log('listening 0')
while (!isStopped) {
  const startedMs = performance.now()
  await change()
  await new Promise(resolve => setTimeout(resolve, Math.max(0, EVERY_MS - (performance.now() - startedMs))))
}
