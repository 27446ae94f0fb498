import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { ROUTES } from '@avatary/contract/routes/all'
import { turnsWhile } from '../../../tests/support/turns.ts'
import { openReference } from './open.ts'

const config = { http: { publicUrl: 'https://avatars.example' } }

describe('the reference and the OpenAPI document', () => {
  for (const name of ['openApi', 'reference'] as const) {
    it(`are made in a turn of the event loop for each endpoint, and once: ${name}`, async () => {
      const { earlyHandlers, pages } = openReference({ config })
      const context = { headers: {}, rawQuery: '' }
      const get = name === 'openApi' ? earlyHandlers.openApi : () => pages['/docs']({ context })
      assert.ok((await turnsWhile(get)) >= ROUTES.length)
      assert.ok((await turnsWhile(get)) < ROUTES.length)
      assert.equal(await get(), await get())
    })
  }

  it('are in the language of the address, else of the cookie, else of the browser', async () => {
    const { pages } = openReference({ config })
    const languageOf = async (rawQuery: string, headers: Record<string, string>) => {
      const { options } = await pages['/docs']({ context: { headers, rawQuery } })
      return [options.headers?.['Content-Language'], /<html lang="(\w+)"/.exec(String(options.body))?.[1]]
    }
    const accepted = { 'accept-language': 'ko-KR,ko;q=0.9' }
    const chosen = { ...accepted, cookie: 'avatary_ui=locale=ja' }
    assert.deepEqual(await languageOf('lang=zh', chosen), ['zh', 'zh'])
    assert.deepEqual(await languageOf('lang=xx', chosen), ['ja', 'ja'])
    assert.deepEqual(await languageOf('', accepted), ['ko', 'ko'])
    assert.deepEqual(await languageOf('', {}), ['en', 'en'])
  })
})
