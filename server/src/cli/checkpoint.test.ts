import assert from 'node:assert/strict'
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { it } from 'node:test'
import { testFolder } from '../../tests/support/temp-folder.ts'
import { CheckpointFile } from './checkpoint.ts'

it('a checkpoint leaves the unfinished file of another import of the same file alone', async t => {
  const folder = testFolder(t, 'checkpoint')
  const stats = statSync(folder, { bigint: true })
  const checkpoint = new CheckpointFile(folder, { path: 'a.json', stats, databaseId: 'a', options: '' })
  const write = () =>
    checkpoint.write({ position: {}, counts: {}, report: null } as Parameters<typeof checkpoint.write>[0])
  await write()
  const [name] = readdirSync(join(folder, 'imports'))
  const otherPath = join(folder, 'imports', `${name}.part`)
  writeFileSync(otherPath, 'half')
  await write()
  assert.equal(readFileSync(otherPath, 'utf8'), 'half')
})
