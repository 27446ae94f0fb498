import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { formatAgo } from './format-times.ts'

const NOW = Date.parse('2026-11-23T10:00:00Z')

describe('the age of a moment', () => {
  for (const [lang, present, earlier] of [
    ['en', 'this minute', '5 minutes ago'],
    ['ja', '1 分以内', '5 分前'],
    ['ko', '지금', '5분 전'],
    ['zh', '此刻', '5分钟前'],
  ] as const)
    it(`is told as people say it in ${lang}`, t => {
      Object.assign(globalThis, { document: { documentElement: { lang } } })
      t.after(() => Reflect.deleteProperty(globalThis, 'document'))
      assert.equal(formatAgo('2026-11-23T09:59:40Z', NOW), present)
      assert.equal(formatAgo('2026-11-23T09:55:00Z', NOW), earlier)
    })
})
