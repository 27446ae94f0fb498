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
      const get = name === 'openApi' ? earlyHandlers.openApi : pages['/docs']
      assert.ok((await turnsWhile(get)) >= ROUTES.length)
      assert.ok((await turnsWhile(get)) < ROUTES.length)
      assert.equal(await get(), await get())
    })
  }
})
