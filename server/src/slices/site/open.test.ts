import assert from 'node:assert/strict'
import { it } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import type { SiteBuild } from './build.ts'
import { openSite } from './open.ts'

it('answers for a page and a file only when the site is read, because the process listens before', async () => {
  const site = Promise.withResolvers<SiteBuild | null>()
  const deps = { config: { http: { publicUrl: '' } }, catalog: {}, readSite: () => site.promise }
  const { open, pages } = openSite(deps as unknown as Parameters<typeof openSite>[0])
  const opening = open()
  const answers = ['/', '/service-worker.js'].map(path => pages[path as keyof typeof pages]({} as never))
  const early = await Promise.race([...answers, setImmediate('none')])
  assert.equal(early, 'none')
  site.resolve(null)
  await opening
  const kinds = (await Promise.all(answers)).map(({ kind }) => kind)
  assert.deepEqual(kinds, ['empty', 'failure'], 'without a build, a redirection and no file')
})
