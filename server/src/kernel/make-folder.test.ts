import assert from 'node:assert/strict'
import { statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { it } from 'node:test'
import { testFolder } from '../../tests/support/temp-folder.ts'
import { makeFolder } from './make-folder.ts'

it('makes a folder and its parents, also when called several times at once', async t => {
  const root = testFolder(t, 'make-folder')
  const path = join(root, 'a', 'b')
  await Promise.all([makeFolder(path, 0o700), makeFolder(path, 0o700)])
  await makeFolder(path)
  assert.equal(statSync(join(root, 'a')).mode & 0o777, 0o700)
  assert.equal(statSync(path).mode & 0o777, 0o700)
})

it('names the folder that cannot be made', async t => {
  const root = testFolder(t, 'make-folder')
  const file = join(root, 'file')
  writeFileSync(file, '')
  await assert.rejects(makeFolder(file), { code: 'EEXIST', path: file })
  await assert.rejects(makeFolder(join(file, 'a')), { code: 'ENOTDIR' })
  await assert.rejects(makeFolder('/proc/none/a'), { code: 'ENOENT', path: '/proc/none' })
})
