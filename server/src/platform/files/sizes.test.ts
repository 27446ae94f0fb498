import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { it } from 'node:test'
import { tempFolder } from '../../../tests/support/temp-folder.ts'
import { bytesOf, freeBytesOf } from './sizes.ts'

it('the bytes of files are the sum of those that exist, and the free bytes are those of the disk', async t => {
  const folder = tempFolder('sizes')
  t.after(folder.remove)
  await writeFile(join(folder.path, 'a'), 'x'.repeat(10))
  await writeFile(join(folder.path, 'b'), 'x'.repeat(5))
  assert.equal(await bytesOf(folder.path, ['a', 'b', 'c']), 15)
  assert.equal(await bytesOf(folder.path, ['c']), 0)
  assert.ok((await freeBytesOf(folder.path)) > 0)
})
