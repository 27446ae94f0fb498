import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { formatShort } from './format.ts'

describe('a short number', () => {
  for (const [lang, ...texts] of [
    ['en', '999', '1.1K', '83K'],
    ['ja', '999', '1,128', '8.3万'],
    ['ko', '999', '1,128', '8.3만'],
    ['zh', '999', '1,128', '8.3万'],
  ] as const)
    it(`has the units of large numbers, and is exact below them: ${lang}`, t => {
      Object.assign(globalThis, { document: { documentElement: { lang } } })
      t.after(() => Reflect.deleteProperty(globalThis, 'document'))
      assert.deepEqual([999, 1128, 83_057].map(formatShort), texts)
    })
})
