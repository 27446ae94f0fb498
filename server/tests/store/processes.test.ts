import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { it } from 'node:test'
import { sql } from 'kysely'
import type { Database } from '../../src/kernel/database.ts'
import { forEachEngine } from '../support/engines.ts'
import { catalogOver, fullPatch, idOf, NOW, readWhole } from './fixtures.ts'

interface Saving {
  process: ChildProcess
  /** The last number of each acknowledged batch, as they arrive. */
  acknowledged: AsyncIterable<string>
}

function startSaving(url: string, { first = 0, size = 10, batches = 1_000_000 }): Saving {
  const program = join(import.meta.dirname, 'saving-process.ts')
  const child = spawn(process.execPath, [program, url, `${first}`, `${size}`, `${batches}`], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  return { process: child, acknowledged: createInterface({ input: child.stdout! }) }
}

/** Waits for the last transaction of a killed process, which PostgreSQL may still commit. */
async function untilSavesEnd(db: Database): Promise<void> {
  if (db.engine === 'sqlite') return
  await db.tables().transact(async tx => void (await sql`lock table avatars in share mode`.execute(tx)))
}

forEachEngine('several processes', engine => {
  it('lose nothing that was acknowledged when one is killed while it saves', async t => {
    const url = await engine.createUrl(t)
    for (let life = 0; life < 3; life++) {
      const first = 10_000 * life
      const saving = startSaving(url, { first, size: 7 + life })
      let last = 0
      let batches = 0
      for await (const line of saving.acknowledged) {
        last = Number(line)
        if (++batches === 5 + 10 * life) saving.process.kill('SIGKILL')
      }
      const db = await engine.open(t, url)
      await untilSavesEnd(db)
      const store = catalogOver(db)
      const ids = Array.from({ length: last - first + 1 }, (_, i) => idOf(first + i))
      const records = await store.byIds(ids)
      assert.equal(records.length, ids.length)
      assert.ok(records.every(({ views }) => views === 1))
      const { all } = await readWhole(store)
      const changes = await store.changes.after(0, 100_000)
      assert.deepEqual(
        changes.map(({ key }) => key),
        all.map(({ key }) => key),
        'each has its row in the log',
      )
    }
  })

  it('write at the same time, and all get on', async t => {
    const url = await engine.createUrl(t)
    const store = catalogOver(await engine.open(t, url))
    const saving = startSaving(url, { first: 1_000_000, size: 500, batches: 12 })
    let acknowledged = 0
    let saved = 0
    const exit = once(saving.process, 'exit')
    for await (const _ of saving.acknowledged) {
      acknowledged++
      await store.saveMany([fullPatch(saved++), { id: idOf(1_000_000), views: 10 + saved }], NOW)
      await store.saveCounters([{ key: 1, day: 1, views: 1 }], NOW)
    }
    assert.deepEqual(await exit, [0, null])
    assert.equal(acknowledged, 12)
    assert.deepEqual(await store.countRows(), { indexed: 12 * 500 + 12, active: 12 * 500 + 12 })
  })

  it('save while another reads everything', async t => {
    const url = await engine.createUrl(t)
    const [reader, writer] = await Promise.all([1, 2].map(async () => catalogOver(await engine.open(t, url))))
    await writer!.saveMany(
      Array.from({ length: 50 }, (_, i) => fullPatch(i)),
      NOW,
    )
    let batches = 0
    for await (const batch of reader!.readAll(5)) {
      assert.deepEqual(await writer!.saveMany([{ id: idOf(batches++), name: 'New' }], NOW), ['updated'])
      assert.equal(batch.length, 5)
    }
    assert.equal(batches, 10)
  })
})
