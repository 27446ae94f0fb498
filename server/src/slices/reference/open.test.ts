import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { ROUTE_TAGS } from '@avatary/contract/route-tags'
import { ROUTES } from '@avatary/contract/routes/all'
import { turnsWhile } from '../../../tests/support/turns.ts'
import { openReference } from './open.ts'

const config = { http: { publicUrl: 'https://avatars.example' } }

/** Opens the pages of the reference, by path. */
function openPages() {
  const { '/docs/reference': _, ...pages } = openReference({ config }).pages
  return pages as Readonly<Record<string, (typeof pages)['/docs']>>
}

describe('the reference and the OpenAPI document', () => {
  for (const name of ['openApi', 'reference'] as const) {
    it(`are made once, in one turn of the event loop per endpoint: ${name}`, async () => {
      const pages = openPages()
      const context = { headers: {}, rawQuery: '' }
      const made =
        name === 'openApi'
          ? [{ get: openReference({ config }).handlersBeforeReady.openApi, endpoints: ROUTES.length }]
          : ROUTE_TAGS.map(({ name: tag }) => ({
              get: () => pages[`/docs/reference/${tag}`]!({ context }),
              endpoints: ROUTES.filter(route => route.tag === tag).length,
            }))
      for (const { get, endpoints } of made) {
        assert.ok((await turnsWhile(get)) >= endpoints)
        assert.ok((await turnsWhile(get)) < endpoints)
        assert.equal(await get(), await get())
      }
    })
  }

  it('are in the language of the URL, or else of the cookie, or else of the browser', async () => {
    const pages = openPages()
    const languageOf = async (rawQuery: string, headers: Record<string, string>) => {
      const found = new Set<unknown>()
      for (const path of ['/docs', '/docs/reference/world']) {
        const { options } = await pages[path]!({ context: { headers, rawQuery } })
        found.add(options.headers?.['Content-Language'])
        found.add(/<html lang="(\w+)"/.exec(String(options.body))?.[1])
      }
      return [...found]
    }
    const accepted = { 'accept-language': 'ko-KR,ko;q=0.9' }
    const chosen = { ...accepted, cookie: 'avatary_ui=locale=ja' }
    assert.deepEqual(await languageOf('lang=zh', chosen), ['zh'])
    assert.deepEqual(await languageOf('lang=xx', chosen), ['ja'])
    assert.deepEqual(await languageOf('', accepted), ['ko'])
    assert.deepEqual(await languageOf('', {}), ['en'])
  })
})
