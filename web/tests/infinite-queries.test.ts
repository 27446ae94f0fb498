import assert from 'node:assert/strict'
import { it } from 'node:test'
import { build, type Plugin } from 'vite'
import { withoutInfiniteQueries } from '../build/infinite-queries.ts'

/** Has one empty module of that path. */
const moduleAt = (path: string): Plugin => ({
  name: 'module',
  resolveId: () => path,
  load: id => (id === path ? 'export {}' : null),
})

const buildOf = (path: string) =>
  build({
    configFile: false,
    logLevel: 'silent',
    plugins: [withoutInfiniteQueries(), moduleAt(path)],
    build: { write: false, rolldownOptions: { input: path } },
  })

it('refuses a build in which infinite queries are in another file than before', async () => {
  const folder = '/@tanstack/query-core/build/modern'
  await buildOf(`${folder}/infiniteQueryBehavior.js`)
  await assert.rejects(buildOf(`${folder}/infiniteQuery.js`), /has no .*infiniteQueryBehavior/)
})
