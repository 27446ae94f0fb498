import assert from 'node:assert/strict'
import { describe, it, type TestContext } from 'node:test'
import { formatShort, listParts } from './format.ts'

describe('a short number', () => {
  for (const [lang, ...texts] of [
    ['en', '999', '1.1K', '83K'],
    ['ja', '999', '1,128', '8.3万'],
    ['ko', '999', '1,128', '8.3만'],
    ['zh', '999', '1,128', '8.3万'],
  ] as const)
    it(`has the units of large numbers, and is exact below them: ${lang}`, t => {
      setLang(t, lang)
      assert.deepEqual([999, 1128, 83_057].map(formatShort), texts)
    })
})

describe('a list', () => {
  for (const [lang, text] of [
    ['en', 'fox, 桔梗, and cat'],
    ['ja', 'fox、桔梗、cat'],
    ['ko', 'fox, 桔梗, cat'],
    ['zh', 'fox、桔梗、cat'],
  ] as const)
    it(`has a word for "and" only in English, because in other languages it follows a colon: ${lang}`, t => {
      setLang(t, lang)
      const parts = listParts(['fox', '桔梗', 'cat'])
      assert.equal(parts.map(({ value }) => value).join(''), text)
    })
})

function setLang(t: TestContext, lang: string): void {
  Object.assign(globalThis, { document: { documentElement: { lang } } })
  t.after(() => Reflect.deleteProperty(globalThis, 'document'))
}
