import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { promisify } from 'node:util'
import { ROOT } from '../architecture/source.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { INVENTED_AVATARS } from '../support/invented-avatars.ts'
import { tempFolder } from '../support/temp-folder.ts'

const run = promisify(execFile)

const PROGRAM = `
import { createClient, type ClientAnswer, type ClientValue } from '@avatary/client'
import { followAll } from '@avatary/client/follow'

const client = createClient({ baseUrl: process.argv[2]!, fetch })
const found: ClientAnswer<ClientValue<'searchAvatars'>> = await client.searchAvatars({ query: { limit: 2 } })
const total: number = found.kind === 'value' ? found.value.total : 0
// @ts-expect-error a sort that there is not
const refused = await client.searchAvatars({ query: { sort: 'best' } })
const code = refused.kind === 'value' ? '' : refused.error.code
let copied = 0
for await (const { count } of followAll({ client, sleep: async () => {} })) copied += count
console.log(JSON.stringify({ total, code, copied }))
`

const COMPILER_OPTIONS = {
  module: 'nodenext',
  target: 'es2023',
  strict: true,
  types: ['node'],
  outDir: 'out',
}

describe('the package of the client', () => {
  const folder = tempFolder('client-package')
  let app: TestApp
  before(async () => {
    app = await startTestApp({ avatars: INVENTED_AVATARS })
    await install(folder.path)
  })
  after(async () => {
    await app[Symbol.asyncDispose]()
    folder.remove()
  })

  it('brings types and JavaScript that work without this repository', async () => {
    writeFileSync(join(folder.path, 'program.mts'), PROGRAM)
    writeFileSync(join(folder.path, 'tsconfig.json'), JSON.stringify({ compilerOptions: COMPILER_OPTIONS }))
    const tsc = join(ROOT, 'node_modules/.bin/tsc')
    await run(tsc, ['--checkers', '1', '--typeRoots', join(ROOT, 'node_modules/@types')], {
      cwd: folder.path,
    })
    const { stdout } = await run('node', ['out/program.mjs', `${app.origin}/api`], { cwd: folder.path })
    const total = INVENTED_AVATARS.length
    assert.deepEqual(JSON.parse(stdout), { total, code: 'invalid_parameter', copied: total })
  })
})

/** Installs the client's tarball offline; its only dependency is a link to ours. */
async function install(folder: string): Promise<void> {
  await run('npm', ['pack', '--pack-destination', folder, join(ROOT, 'client/npm')], { cwd: ROOT })
  writeFileSync(join(folder, 'package.json'), '{ "private": true }')
  const [tarball] = readdirSync(folder).filter(name => name.endsWith('.tgz'))
  const typebox = join(ROOT, 'node_modules/typebox')
  await run('npm', ['install', '--offline', '--no-audit', `./${tarball}`, typebox], { cwd: folder })
}
