import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { siteTexts } from './support/texts.ts'

const ROOT = join(import.meta.dirname, '../..')
const LITERAL = /'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`/g
const JAPANESE = '[\\p{sc=Han}\\p{sc=Hiragana}\\p{sc=Katakana}]'

/** Rules of docs/languages.md as patterns that texts of a language must not match. */
const FORBIDDEN: Readonly<Record<string, Readonly<Record<string, RegExp>>>> = {
  ja: {
    'ASCII punctuation': new RegExp(`${JAPANESE}[,;:!?()]|[,;:!?(]${JAPANESE}`, 'u'),
    'a space between scripts': new RegExp(`${JAPANESE} [A-Za-z]|[A-Za-z] ${JAPANESE}`, 'u'),
    'another politeness': /ご利用/,
    'a second word for a thing': /管理者だけ|利用者|非公開|お気に入り|クリエイター/,
  },
  ko: {
    'full-width punctuation': /[，。：；！？（）「」、]/,
    'a private key': /개인 키/,
    'a second word for a thing': /관리자만|회원|유저|즐겨찾기|크리에이터/,
  },
  zh: {
    'ASCII punctuation': /\p{sc=Han}[,;:!?()]|[,;:!?(]\p{sc=Han}/u,
    'scripts without a space':
      /\p{sc=Han}(?:[A-Za-z0-9`]|\$\{(?:name|count|total|tag)\})|[A-Za-z0-9`]\p{sc=Han}/u,
    'a polite form of address': /您/,
    'numbers in words': /[一二三四五六七八九十百千]+(?:小时|分钟|秒|天)/,
    'a second word for a thing': /封禁|下架|使用者|虚拟形象|关键字|未配置/,
  },
}

describe('texts keep the rules of docs/languages.md', () => {
  for (const [locale, rules] of Object.entries(FORBIDDEN))
    for (const [what, rule] of Object.entries(rules))
      it(`${locale} has no text with ${what}`, () => {
        const texts = textsIn(locale)
        assert.ok(texts.length > 500)
        assert.deepEqual(
          texts.filter(text => rule.test(text)),
          [],
        )
      })

  for (const [locale, brackets] of Object.entries({
    en: / \(.+\)/,
    ja: /（.+）/,
    ko: / \(.+\)/,
    zh: /（.+）/,
  }))
    it(`${locale} puts a note at the end of a link in brackets of its own`, async () => {
      const textOf = await siteTexts('ui', locale as 'en')
      assert.match(textOf('newTab'), new RegExp(`^${brackets.source}$`))
    })
})

function textsIn(locale: string): string[] {
  const files = globSync([`web/src/**/*.${locale}.ts`, `server/src/**/*.${locale}.ts`], { cwd: ROOT })
  const sources = files.map(file => readFileSync(join(ROOT, file), 'utf8'))
  return sources.flatMap(source => source.match(LITERAL) ?? []).map(literal => literal.slice(1, -1))
}
