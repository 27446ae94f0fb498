import { setTimeout as delay } from 'node:timers/promises'
import { createLiveIndex } from '../../../src/platform/search/live-index.ts'
import { indexDocument } from './index-document.ts'

/* Prints whether the base before a merge is freed soon, in a process with the garbage collector's usual options. */

/** V8 collects by itself when a process has been idle for some longer. */
const FREED_MS = 5000

await using index = createLiveIndex({ maxDocumentsWithoutWorker: 0 })
for (let slot = 0; slot < 50; slot++) index.put(slot, indexDocument(slot))
await index.mergeAll()
const freed = Promise.withResolvers<string>()
const registry = new FinalizationRegistry(freed.resolve)
await index.capture(() => {}).then(({ slots }) => registry.register(slots!.buffer, 'the old base'))
index.put(50, indexDocument(50))
await index.mergeAll()
console.log(await Promise.race([freed.promise, delay(FREED_MS, 'nothing')]))
process.exit()
