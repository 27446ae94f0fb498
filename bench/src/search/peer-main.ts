import { mkdtempDisposable } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { CatalogQuery } from '../../../server/src/avatars/search-port.ts'
import { createCatalog } from './catalog.ts'
import { Fts5Peer } from './fts5-peer.ts'
import { LivePeer, ReferencePeer } from './index-peer.ts'
import { measureLive } from './live-measures.ts'
import { MiniSearchPeer } from './minisearch-peer.ts'
import type { Peer, PeerName } from './peer.ts'
import type { PeerCalls } from './peer-process.ts'
import { PostgresPeer } from './postgres-peer.ts'

const [name, size] = [process.argv[2] as PeerName, Number(process.argv[3])]
await using cleanup = new AsyncDisposableStack()
const peer = cleanup.use(await createPeer())
let bytesBefore = bytesInUse()

async function createPeer(): Promise<Peer> {
  switch (name) {
    case 'live':
      return new LivePeer()
    case 'reference':
      return new ReferencePeer()
    case 'minisearch':
      return new MiniSearchPeer()
    case 'postgres':
      return await PostgresPeer.create()
    case 'fts5': {
      const { path } = cleanup.use(await mkdtempDisposable(join(tmpdir(), 'avatary-bench-')))
      return new Fts5Peer(join(path, 'fts5.db'))
    }
  }
}

type Asynchronous<T> = {
  [K in keyof T]: T[K] extends (...args: infer A) => infer R ? (...args: A) => Promise<R> : never
}

const calls: Asynchronous<PeerCalls> = {
  async build() {
    const seconds = await build()
    await peer.capture?.()
    if (peer.reload === undefined) return { seconds, loadSeconds: null }
    bytesBefore = bytesInUse()
    const startedMs = performance.now()
    await peer.reload()
    return { seconds, loadSeconds: (performance.now() - startedMs) / 1000 }
  },
  async bytes() {
    return (await peer.diskBytes?.()) ?? bytesInUse() - bytesBefore
  },
  async answers(queries) {
    const pages = []
    const milliseconds = new Float64Array(queries.length)
    for (const [i, query] of queries.entries()) {
      const startedMs = performance.now()
      const { total, slots } = await peer.search(query)
      milliseconds[i] = performance.now() - startedMs
      pages.push({ total, slots: [...slots] })
    }
    return { pages, milliseconds }
  },
  async round(queries) {
    return await measureEach(queries)
  },
  async live(queries) {
    if (!(peer instanceof LivePeer)) throw new Error(`${name} is not the live index`)
    return await measureLive(peer.index, createCatalog(size), queries)
  },
  async end() {
    await cleanup.disposeAsync()
    process.disconnect()
  },
}

process.on('message', async ({ name, args }: { name: keyof PeerCalls; args: never[] }) => {
  const call = calls[name] as (...args: never[]) => Promise<unknown>
  const answer = await call(...args).then(
    value => ({ kind: 'value', value }),
    (error: Error) => ({ kind: 'error', error: error.stack ?? error.message }),
  )
  if (process.connected) process.send!(answer)
})
await new Promise(resolve => process.once('disconnect', resolve))

/** Seconds of adding and finishing. */
async function build(): Promise<number> {
  let seconds = 0
  const timing = async (work: () => Promise<void> | void): Promise<void> => {
    const startedMs = performance.now()
    await work()
    seconds += (performance.now() - startedMs) / 1000
  }
  for (const batch of createCatalog(size).batches()) await timing(() => peer.add(batch))
  await timing(() => peer.finish())
  return seconds
}

/** Milliseconds of each query. Awaits only promises, because an await costs as much as a fast query. */
async function measureEach(queries: readonly CatalogQuery[]): Promise<Float64Array> {
  const milliseconds = new Float64Array(queries.length)
  for (const [i, query] of queries.entries()) {
    const startedMs = performance.now()
    const page = peer.search(query)
    if (page instanceof Promise) await page
    milliseconds[i] = performance.now() - startedMs
  }
  return milliseconds
}

/** Heap and buffers, including shared ones, after a garbage collection. */
function bytesInUse(): number {
  globalThis.gc?.()
  globalThis.gc?.()
  const { heapUsed, arrayBuffers } = process.memoryUsage()
  return heapUsed + arrayBuffers
}
