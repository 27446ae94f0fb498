import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { it } from 'node:test'
import { startServerProcess } from '../support/server-process.ts'
import { tempFolder } from '../support/temp-folder.ts'

it('a start leaves the image library for the first picture', async t => {
  const folder = tempFolder('start')
  t.after(() => folder.remove())
  await using server = await startServerProcess({ DATA_DIR: folder.path })
  const files: string[] = readFileSync(`/proc/${server.pid}/maps`, 'utf8').match(/(?<=\/)[^/]+$/gm) ?? []
  assert.ok(files.includes('node'))
  assert.deepEqual(
    files.filter(name => /sharp|vips/.test(name)),
    [],
  )
})
