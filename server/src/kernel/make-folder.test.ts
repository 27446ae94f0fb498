import assert from 'node:assert/strict'
import { statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { it } from 'node:test'
import { tempFolder } from '../../tests/support/temp-folder.ts'
import { makeFolder } from './make-folder.ts'

it('makes a folder and its parents, also when called several times at once', async t => {
  const root = tempFolder('make-folder')
  t.after(() => root.remove())
  const path = join(root.path, 'a', 'b')
  await Promise.all([makeFolder(path, 0o700), makeFolder(path, 0o700)])
  await makeFolder(path)
  assert.equal(statSync(join(root.path, 'a')).mode & 0o777, 0o700)
  assert.equal(statSync(path).mode & 0o777, 0o700)
})

it('names the folder that cannot be made', async t => {
  const root = tempFolder('make-folder')
  t.after(() => root.remove())
  const file = join(root.path, 'file')
  writeFileSync(file, '')
  await assert.rejects(makeFolder(file), { code: 'EEXIST', path: file })
  await assert.rejects(makeFolder(join(file, 'a')), { code: 'ENOTDIR' })
  await assert.rejects(makeFolder('/proc/none/a'), { code: 'ENOENT', path: '/proc/none' })
})
