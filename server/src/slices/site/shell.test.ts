import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { appearanceOf } from '../../kernel/appearance.ts'
import { shell } from './shell.ts'

const BUILD = {
  files: new Map(),
  script: '/assets/main-1.js',
  filesOf: (feature: string | null, locale: string) => ({
    preloads: [`/assets/${feature}.${locale}.js`],
    styles: ['/assets/main-1.css'],
  }),
}
const FACTS = { title: 'Fox', description: 'A fox', canonical: '/avatar/avtr_1' }
const PAGE = {
  build: BUILD,
  feature: 'avatar',
  appearance: { locale: 'ja', theme: 'dark' },
  publicUrl: 'https://avatars.example',
  facts: FACTS,
} as const

describe('the HTML of a page', () => {
  it('has language, theme, title, canonical address and the files of the build', () => {
    const text = shell(PAGE)
    for (const part of [
      '<html lang="ja" data-theme="dark">',
      '<title>Fox</title>',
      '<link rel="canonical" href="https://avatars.example/avatar/avtr_1">',
      '<script type="module" src="/assets/main-1.js"></script>',
      '<link rel="modulepreload" href="/assets/avatar.ja.js">',
      '<link rel="stylesheet" href="/assets/main-1.css">',
    ])
      assert.ok(text.includes(part), part)
  })

  it('preloads its largest picture before any script runs', () => {
    const preload = { srcset: '/p?size=512 512w, /p?size=1024 1024w', sizes: '600px' }
    const link =
      '<link rel="preload" as="image" imagesrcset="/p?size=512 512w, /p?size=1024 1024w" imagesizes="600px"'
    assert.ok(shell({ ...PAGE, facts: { ...FACTS, preload } }).includes(link))
    assert.ok(!shell(PAGE).includes('rel="preload"'))
  })

  it('escapes what people wrote', () => {
    const evil = '</script><script>alert("1")</script>'
    const facts = { ...FACTS, title: evil, description: evil }
    const text = shell({ ...PAGE, facts })
    assert.equal(text.match(/<script/g)?.length, 1, 'the script of the site alone')
    assert.ok(text.includes('&lt;script&gt;alert(&quot;1&quot;)'))
  })

  it('has the first answers as a data block that their text cannot end', () => {
    const name = '</script><script>alert(1)</script>'
    const firstAnswers = { '/api/creators/usr_1': { name } }
    const text = shell({ ...PAGE, firstAnswers })
    const [, block] = /<script type="application\/json" id="page-data">([^<]*)<\/script>/.exec(text)!
    assert.deepEqual(JSON.parse(block!), firstAnswers)
  })

  it('excludes pages without content of their own from search engines', () => {
    assert.ok(!shell(PAGE).includes('noindex'))
    assert.ok(shell({ ...PAGE, facts: { ...FACTS, isIndexed: false } }).includes('noindex'))
  })
})

describe('the language of a page', () => {
  const cases: readonly [cookie: string | undefined, accepted: string | undefined, locale: string][] = [
    [undefined, undefined, 'en'],
    [undefined, 'fr, de;q=0.5', 'en'],
    [undefined, 'ko-KR, ja;q=0.8', 'ko'],
    [undefined, 'zh-TW;q=0.1, ja;q=0.8', 'ja'],
    [undefined, 'zh-CN, en', 'zh'],
    [undefined, 'en-GB, ja', 'en'],
    [undefined, 'ja;q=0, *', 'en'],
    ['avatary_ui=locale%3Dzh', 'ja', 'zh'],
    ['avatary_ui=locale=zh&theme=dark', 'ja', 'zh'],
    ['avatary_ui=locale=xx', 'ja', 'ja'],
  ]
  for (const [cookie, accepted, locale] of cases) {
    it(`is ${locale} for ${cookie ?? 'no cookie'} and ${accepted ?? 'no preference'}`, () => {
      const headers = { cookie, 'accept-language': accepted }
      assert.equal(appearanceOf({ headers }).locale, locale)
    })
  }

  it('comes with the theme that was chosen', () => {
    assert.equal(appearanceOf({ headers: { cookie: 'avatary_ui=theme=dark' } }).theme, 'dark')
    assert.equal(appearanceOf({ headers: { cookie: 'avatary_ui=theme=pink' } }).theme, null)
  })
})
