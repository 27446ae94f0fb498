import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createDataset } from '../dataset/dataset.ts'
import type { DatasetRecord } from '../dataset/record.ts'
import { startExternalIndexSim } from './external-index-sim.ts'

const dataset = createDataset({ size: 120, now: Date.UTC(2026, 0, 1) })
const avatars: DatasetRecord[] = Array.from({ length: 120 }, (_, i) => ({
  ...dataset.record(i),
  name: i < 70 ? `Testfox ${i}` : `Testwolf ${i}`,
}))
const now = () => 0
async function json<Body>(url: string, headers: Record<string, string> = {}): Promise<Body> {
  return (await (await fetch(url, { headers })).json()) as Body
}

interface Page {
  avatars: { vrc_id: string }[]
  has_more: boolean
}

describe('the simulator of an external index', () => {
  it('answers searches of VRCX by text, author, file and id', async () => {
    await using sim = await startExternalIndexSim({ kind: 'vrcx', now, avatars })
    const ask = (query: string) => json<{ id: string; authorId: string }[]>(`${sim.url}?${query}`)
    assert.equal((await ask('search=testfox&n=5000')).length, 70)
    assert.equal((await ask('search=testfox&n=5')).length, 5)
    const [wanted] = avatars as [DatasetRecord]
    assert.equal((await ask(`search=${wanted.id}&n=5`))[0]?.id, wanted.id)
    const own = await ask(`authorId=${wanted.authorId}`)
    assert.ok(own.length > 0 && own.every(({ authorId }) => authorId === wanted.authorId))
    const file = /file_[^/]+/.exec(wanted.imageUrl)![0]
    assert.equal((await json<{ id: string }>(`${sim.url}?fileId=${file}`)).id, wanted.id)
  })

  it('answers pages of avtrDB with at most fifty, newest first, without platform images', async () => {
    await using sim = await startExternalIndexSim({ kind: 'avtrdb', now, avatars })
    const headers = { 'user-agent': 'avatary/0.1 (operator@example.org)' }
    const search = (query: string) => json<Page>(`${sim.url}/avatar/search?${query}`, headers)
    const first = await search('query=testfox&page_size=60')
    assert.deepEqual([first.avatars.length, first.has_more], [50, true])
    const second = await search('query=testfox&page=1')
    assert.deepEqual([second.avatars.length, second.has_more], [20, false])
    const latest = await json<{ vrc_id: string; image_url: string | null }[]>(
      `${sim.url}/avatar/latest`,
      headers,
    )
    assert.equal(latest[0]?.vrc_id, avatars.at(-1)!.id)
    assert.ok(latest.every(({ image_url }) => image_url?.startsWith('https://thumb.avtrdb.com/') ?? true))
    assert.equal((await fetch(`${sim.url}/avatar/search?query=fox`)).status, 403)
  })
})
