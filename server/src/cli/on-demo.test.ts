import assert from 'node:assert/strict'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, it, type TestContext } from 'node:test'
import { catalogOver } from '../../tests/store/fixtures.ts'
import { avatary } from '../../tests/support/command-line.ts'
import { INVENTED_AVATARS } from '../../tests/support/invented-avatars.ts'
import { copyMigratedSqlite, IN_THIS_THREAD } from '../../tests/support/migrated.ts'
import { testFolder } from '../../tests/support/temp-folder.ts'
import { openDatabase } from '../platform/db/database.ts'

/** Returns a data folder in which the demo has the invented avatars. */
async function folderWithDemo(t: TestContext): Promise<string> {
  const folder = testFolder(t, 'on-demo')
  await mkdir(join(folder, 'demo'))
  await fill(join(folder, 'demo', 'demo.sqlite'))
  return folder
}

async function fill(file: string): Promise<void> {
  await copyMigratedSqlite(file)
  await using db = await openDatabase(`sqlite:${file}`, IN_THIS_THREAD)
  await catalogOver(db).saveMany(INVENTED_AVATARS, Date.now())
}

describe('acts of the command line while a server shows the demo', () => {
  it("act on the operator's catalog and say so, or on the demo with --on-demo", async t => {
    const folder = await folderWithDemo(t)
    const run = (...args: string[]) => avatary([...args, `--data-dir=${folder}`], { env: { DEMO: '1' } })
    const own = await run('staff', 'add', 'Owl')
    assert.deepEqual([own.code, own.stdout], [0, 'Added Owl.\n'])
    assert.match(own.stderr, /a server shows the demo.*--on-demo acts on the demo/)
    const onDemo = await run('staff', 'list', '--on-demo', '--json')
    assert.deepEqual(JSON.parse(onDemo.stdout), { total: 0, staff: [] })
    assert.equal(onDemo.stderr, '')
    const exported = await run('export', '-', '--on-demo')
    assert.equal(exported.stdout.trim().split('\n').length, 1 + INVENTED_AVATARS.length)
    assert.match((await run('export', '-')).stderr, /a server shows the demo/)
    const backup = await run('backup', join(folder, 'own.backup'))
    assert.match(backup.stderr, /a server shows the demo/)
    assert.doesNotMatch(backup.stderr, /--on-demo/, 'which it does not take')
  })

  it("do not mention the demo once the operator's catalog has avatars, or when there is no demo", async t => {
    const folder = await folderWithDemo(t)
    await fill(join(folder, 'avatary.sqlite'))
    const acts = ['staff', 'list', `--data-dir=${folder}`]
    assert.equal((await avatary(acts, { env: { DEMO: '1' } })).stderr, '')
    assert.equal((await avatary(acts, { env: { DEMO: '0' } })).stderr, '')
  })

  it('refuse --on-demo when there is no demo, and for commands that do not act on a catalog', async t => {
    const folder = testFolder(t, 'on-demo')
    const run = (...args: string[]) => avatary([...args, '--on-demo', `--data-dir=${folder}`])
    const missing = await run('staff', 'list')
    assert.deepEqual([missing.code, /There is no demo in/.test(missing.stderr)], [2, true])
    const misused = await run('import', '-')
    assert.deepEqual([misused.code, /--on-demo is for commands on a catalog/.test(misused.stderr)], [2, true])
  })
})
