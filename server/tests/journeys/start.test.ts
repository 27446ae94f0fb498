import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { it } from 'node:test'
import { catalogStore } from '../../src/composition/database.ts'
import { openDatabase } from '../../src/platform/db/database.ts'
import { fullPatch } from '../store/fixtures.ts'
import { copyMigratedSqlite, IN_THIS_THREAD } from '../support/migrated.ts'
import { startServerProcess } from '../support/server-process.ts'
import { testFolder } from '../support/temp-folder.ts'

const MAX_FILES = 40
/** More than are analysed without threads. */
const AVATARS = 2001

/** Makes a process log what its main thread loaded: the number of files, and the names of Node's modules. */
const LOG_LOADED_MODULES = `
  import { registerHooks } from 'node:module'
  import { isMainThread } from 'node:worker_threads'
  let files = 0
  const load = (url, context, next) => {
    if (url.startsWith('file:')) files++
    return next(url, context)
  }
  if (isMainThread) {
    registerHooks({ load })
    process.on('exit', () => {
      const builtins = process.moduleLoadList.map(name => name.split(/[ /]/).at(-1))
      console.log(JSON.stringify({ event: 'loaded', files, builtins }))
    })
  }`

it('a start reads a few built files, and leaves fetch and the image library for the first use', async t => {
  const folder = testFolder(t, 'start')
  const server = await startServerProcess({
    DATA_DIR: folder,
    NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(LOG_LOADED_MODULES)}`,
  })
  const mappedFiles = readFileSync(`/proc/${server.pid}/maps`, 'utf8').match(/(?<=\/)[^/\n]+$/gm) ?? []
  await server[Symbol.asyncDispose]()
  const { files, builtins } = server.lines.find(({ event }) => event === 'loaded') as {
    files: number
    builtins: string[]
  }
  assert.ok(files < MAX_FILES, `${files} files; only script/test builds the server`)
  const modules = new Set([...builtins, ...mappedFiles])
  assert.deepEqual(
    ['http', 'node', 'undici', 'libvips'].filter(name => [...modules].some(one => one.startsWith(name))),
    ['http', 'node'],
  )
})

it('threads load built files, at a start from rows and at one from the snapshot', async t => {
  const folder = testFolder(t, 'start-threads')
  await fillCatalog(join(folder, 'avatary.sqlite'))
  const env = { DATA_DIR: folder, NODE_OPTIONS: '--no-experimental-strip-types' }
  for (const source of ['rebuild', 'snapshot']) {
    await using server = await startServerProcess(env)
    assert.equal(server.lines.find(({ event }) => event === 'catalog-opened')?.source, source)
  }
})

async function fillCatalog(path: string): Promise<void> {
  await copyMigratedSqlite(path)
  await using db = await openDatabase(path, IN_THIS_THREAD)
  const avatars = Array.from({ length: AVATARS }, (_, i) => fullPatch(i))
  await catalogStore(db).saveMany(avatars, Date.now())
}
