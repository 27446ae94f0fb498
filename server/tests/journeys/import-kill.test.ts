import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { catalogStore, openMigratedDatabase } from '../../src/composition/database.ts'
import { systemClock } from '../../src/platform/clock.ts'
import { silentLog } from '../../src/platform/log.ts'
import { idOf } from '../store/fixtures.ts'
import { avatary } from '../support/command-line.ts'
import { configOf } from '../support/config.ts'
import { CLI } from '../support/environment.ts'
import { contentsOf } from '../support/sqlite-catalog.ts'
import { testFolder } from '../support/temp-folder.ts'

const RECORDS = 30_000

async function catalogIn(dataDir: string): Promise<Map<string, unknown>> {
  const config = configOf({ DATA_DIR: dataDir })
  await using db = await openMigratedDatabase({ config, clock: systemClock, log: silentLog })
  return await contentsOf(catalogStore(db))
}

/** The number of records that the import reported last, once that exceeds `atLeast`. */
async function toldCount(child: ChildProcess, atLeast: number): Promise<number> {
  let text = ''
  for await (const chunk of child.stderr!) {
    text += chunk
    const told = [...text.matchAll(/ ([\d,]+) records,.*\n/g)].at(-1)?.[1]
    const count = Number((told ?? '0').replaceAll(',', ''))
    if (count > atLeast) return count
  }
  throw new Error(`The import ended before it told of more than ${atLeast} records: ${text}`)
}

test('an import killed in the middle has saved what it told, and the next one completes it', async t => {
  const folder = testFolder(t, 'kill')
  const file = join(folder, 'in.ndjson')
  const description = 'x'.repeat(200)
  const records = Array.from({ length: RECORDS }, (_, i) => ({ id: idOf(i), name: `Fox ${i}`, description }))
  writeFileSync(file, records.map(record => `${JSON.stringify(record)}\n`).join(''))
  const dataDir = join(folder, 'data')
  const args = ['import', file, '--batch=500', '--progress-ms=0', `--data-dir=${dataDir}`]

  for (const atLeast of [3000, 10_000]) {
    const child = spawn(process.execPath, [CLI, ...args], { stdio: ['ignore', 'ignore', 'pipe'] })
    const told = await toldCount(child, atLeast)
    child.kill('SIGKILL')
    const [code, signal] = await once(child, 'exit')
    assert.deepEqual([code, signal], [null, 'SIGKILL'])
    const saved = await catalogIn(dataDir)
    assert.ok(saved.size >= told, `${told} records were told of, ${saved.size} are saved`)
    assert.ok(saved.size < RECORDS, 'the import was over before it could be killed')
  }

  const { code, stdout } = await avatary([...args, '--json'])
  assert.equal(code, 0)
  const { added, unchanged, resumedAtLine } = JSON.parse(stdout)
  assert.ok(resumedAtLine > 10_000, `went on at line ${resumedAtLine}`)
  assert.equal(added + unchanged, RECORDS)
  const contents = await catalogIn(dataDir)
  assert.deepEqual([...contents.keys()].sort(), records.map(record => record.id).sort())
})
