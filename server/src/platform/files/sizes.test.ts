import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { it } from 'node:test'
import { testFolder } from '../../../tests/support/temp-folder.ts'
import { bytesOf, freeBytesOf } from './sizes.ts'

it('the bytes of files are the sum of those that exist, and the free bytes are those of the disk', async t => {
  const folder = testFolder(t, 'sizes')
  await writeFile(join(folder, 'a'), 'x'.repeat(10))
  await writeFile(join(folder, 'b'), 'x'.repeat(5))
  assert.equal(await bytesOf(folder, ['a', 'b', 'c']), 15)
  assert.equal(await bytesOf(folder, ['c']), 0)
  assert.ok((await freeBytesOf(folder)) > 0)
})
