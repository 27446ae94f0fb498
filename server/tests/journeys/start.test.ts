import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { it } from 'node:test'
import { startServerProcess } from '../support/server-process.ts'
import { tempFolder } from '../support/temp-folder.ts'

const MOST_FILES = 40

const COUNT_FILES = `
  import { registerHooks } from 'node:module'
  let files = 0
  registerHooks({
    load(url, context, next) {
      if (url.startsWith('file:')) files++
      return next(url, context)
    },
  })
  process.on('exit', () => console.log(JSON.stringify({ event: 'loaded', files })))`

it('a start reads a few built files, not each module', async t => {
  const folder = tempFolder('start')
  t.after(() => folder.remove())
  const server = await startServerProcess({
    DATA_DIR: folder.path,
    NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(COUNT_FILES)}`,
  })
  await server[Symbol.asyncDispose]()
  const { files } = server.lines.find(({ event }) => event === 'loaded') ?? {}
  assert.ok(Number(files) < MOST_FILES, `${files} files; only script/test builds the server`)
})

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
