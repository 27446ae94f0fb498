import assert from 'node:assert/strict'
import { it } from 'node:test'
import { build, type Plugin } from 'vite'
import { withoutUnusedParts } from '../build/unused-parts.ts'

const FOLDER = '/@tanstack/query-core/build/modern'

/** Has empty modules of these paths. */
const modulesAt = (paths: readonly string[]): Plugin => ({
  name: 'modules',
  resolveId: id => (paths.includes(id) ? id : null),
  load: id => (paths.includes(id) ? 'export {}' : null),
})

const buildOf = (...files: string[]) => {
  const paths = files.map(file => `${FOLDER}/${file}`)
  return build({
    configFile: false,
    logLevel: 'silent',
    plugins: [withoutUnusedParts(), modulesAt(paths)],
    build: { write: false, rolldownOptions: { input: paths } },
  })
}

it('refuses a build in which an unused part is in another file than before', async () => {
  await buildOf('infiniteQueryBehavior.js', 'mutationCache.js')
  await assert.rejects(
    buildOf('infiniteQuery.js', 'mutationCache.js'),
    /has no infiniteQueryBehavior\.js\.$/m,
  )
  await assert.rejects(buildOf('infiniteQueryBehavior.js', 'mutations.js'), /has no mutationCache\.js\.$/m)
})
