import assert from 'node:assert/strict'
import { describe, it, type TestContext } from 'node:test'
import sharp from 'sharp'
import { startTestApp, type TestApp } from '../support/app.ts'
import { afterwards } from '../support/cleanup.ts'
import { INVENTED_AVATARS, inventedId } from '../support/invented-avatars.ts'
import { ManualClock } from '../support/manual-clock.ts'

/** Milliseconds for which a ranking of searches is cached. */
const FRESH_MS = 5000

/** The answers that the server puts into the home page. */
const HOME_ANSWERS = [
  '/session',
  '/stats',
  '/avatars/trending?limit=10',
  '/avatars/popular-searches',
  '/avatars/search?sort=recent&limit=60&offset=0',
]

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'

interface ManifestIcon {
  readonly src: string
  readonly sizes: string
  readonly type: string
  readonly purpose: string
}

async function startSite(t: TestContext): Promise<TestApp> {
  const app = await startTestApp({
    avatars: INVENTED_AVATARS,
    env: { PUBLIC_URL: 'https://avatars.example' },
  })
  afterwards(t, async () => await app[Symbol.asyncDispose]())
  return app
}

const ask = (app: TestApp, path: string, headers = {}) => fetch(app.origin + path, { headers })

describe('the web site', () => {
  it('answers an avatar with the facts that other sites show of a link', async t => {
    const app = await startSite(t)
    const response = await ask(app, `/avatar/${inventedId(5)}`)
    assert.equal(response.status, 200)
    const text = await response.text()
    for (const part of [
      '<title>桔梗の浴衣 · 千代 · Avatary</title>',
      `<link rel="canonical" href="https://avatars.example/avatar/${inventedId(5)}">`,
      `<meta property="og:image" content="https://avatars.example/api/avatars/${inventedId(5)}/image?size=512">`,
      '<meta name="description" content="キキョウ">',
      '<h1><bdi>桔梗の浴衣</bdi> · <bdi>千代</bdi> · Avatary</h1><p><bdi>桔梗の浴衣</bdi>, by <bdi>千代</bdi></p><p><bdi>キキョウ</bdi></p>',
    ])
      assert.ok(text.includes(part), part)
  })

  it('answers a creator with their facts, in which a name leaves the text around it as it is', async t => {
    const app = await startSite(t)
    const { authorId } = INVENTED_AVATARS[2]!
    const text = await (await ask(app, `/creator/${authorId}`)).text()
    for (const part of [
      '<title>Avatars by Борис · Avatary</title>',
      `<link rel="canonical" href="https://avatars.example/creator/${authorId}">`,
      '<noscript><h1>Avatars by <bdi>Борис</bdi> · Avatary</h1><p>3 avatars for VRChat by <bdi>Борис</bdi>, with',
    ])
      assert.ok(text.includes(part), part)
    const search = await (await ask(app, '/?q=%D7%A9%D7%9C%D7%95%D7%9D')).text()
    assert.ok(search.includes('<noscript><h1><bdi>שלום</bdi> · Avatary</h1>'))
  })

  it('names no picture of an avatar whose picture the site blurs', async t => {
    const app = await startSite(t)
    const text = await (await ask(app, `/avatar/${inventedId(8)}`)).text()
    assert.ok(text.includes('<meta property="og:title" content="Wolf · Борис · Avatary">'))
    assert.ok(text.includes('<meta name="twitter:card" content="summary">'))
    assert.ok(!text.includes('og:image'))
  })

  it('names no picture of an avatar that has none', async t => {
    const app = await startTestApp({ avatars: [{ ...INVENTED_AVATARS[0]!, imageUrl: '' }] })
    afterwards(t, async () => await app[Symbol.asyncDispose]())
    const text = await (await ask(app, `/avatar/${inventedId(1)}`)).text()
    assert.ok(text.includes('<meta name="twitter:card" content="summary">'))
    assert.ok(!text.includes('/image?size='))
  })

  it('answers an avatar that is not listed with 404 and the same page', async t => {
    const app = await startSite(t)
    for (const id of [inventedId(99), 'x', 'avtr_%3Cscript%3E']) {
      const response = await ask(app, `/avatar/${id}`)
      assert.equal(response.status, 404)
      assert.match(await response.text(), /<div id="root">/)
    }
  })

  it('runs no script and loads no style but its own files', async t => {
    const app = await startSite(t)
    const response = await ask(app, '/')
    const policy = response.headers.get('content-security-policy')!
    assert.match(policy, /default-src 'none'; script-src 'self'; style-src 'self'/)
    assert.doesNotMatch(policy, /unsafe/)
    const text = await response.text()
    assert.doesNotMatch(text, / style=|<style| on\w+=/)
    const files = [...text.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(([, path]) => path!)
    assert.ok(files.length >= 2)
    for (const path of files) {
      const file = await ask(app, path, { 'Accept-Encoding': 'br, identity;q=0' })
      assert.equal(file.status, 200)
      assert.equal(file.headers.get('cache-control'), 'public, max-age=31536000, immutable')
      assert.equal(file.headers.get('content-encoding'), 'br')
    }
  })

  it('has the first results of a search in its page, which count once for a person who opens it', async () => {
    const clock = new ManualClock()
    await using app = await startTestApp({ avatars: INVENTED_AVATARS, clock })
    const address = '/api/avatars/search?q=red+fox&platform=pc&sort=relevance&limit=60&offset=0'
    const answerIn = async (headers: Record<string, string>) => {
      const page = await ask(app, '/?q=%20red+fox&platform=pc&sort=', { 'User-Agent': FIREFOX, ...headers })
      const [, block] = /id="page-data">([^<]*)<\/script>/.exec(await page.text())!
      return JSON.parse(block!)[address]
    }
    const terms = async () => {
      clock.advance(FRESH_MS)
      return (await app.getJson('/avatars/popular-searches')).terms
    }
    assert.equal(await answerIn({ 'Sec-Purpose': 'prefetch' }), undefined)
    assert.equal(await answerIn({ 'Sec-Fetch-Dest': 'empty' }), undefined)
    assert.deepEqual(await terms(), [])
    const shown = await answerIn({ 'Sec-Fetch-Dest': 'document' })
    assert.ok(shown.total > 0)
    assert.deepEqual(await terms(), ['red fox'])
    assert.deepEqual(await (await ask(app, address)).json(), shown)
  })

  it('is in the language of the browser, and says that caches must look at it', async t => {
    const app = await startSite(t)
    const response = await ask(app, '/', { 'Accept-Language': 'ja, en;q=0.5' })
    assert.match(await response.text(), /<html lang="ja">/)
    assert.match(response.headers.get('vary')!, /Accept-Language, Cookie/)
  })

  it('has a title and a description of each page in the language of the browser', async t => {
    const app = await startSite(t)
    const creator = '/creator/usr_00000000-0000-4000-8000-0000000000c3'
    const titles: readonly [path: string, language: string, title: string][] = [
      ['/insights', 'en', 'Insights · Avatary'],
      ['/submit', 'ja', 'アバターを登録 · Avatary'],
      ['/docs/worlds', 'ko', '월드에 아바타 넣기 · Avatary'],
      [creator, 'zh', '千代 的模型 · Avatary'],
      [creator, 'ja', '千代のアバター · Avatary'],
    ]
    for (const [path, language, title] of titles) {
      const response = await ask(app, path, { 'Accept-Language': language })
      assert.equal(response.status, 200, path)
      const text = await response.text()
      assert.ok(text.includes(`<title>${title}</title>`), title)
      assert.ok(text.includes(`<link rel="canonical" href="https://avatars.example${path}">`), path)
      const description = /<meta name="description" content="([^"]{20,})">/.exec(text)?.[1]
      const plain = text.replaceAll(/<\/?bdi>/g, '')
      assert.ok(plain.includes(`<noscript><h1>${title}</h1><p>${description}</p></noscript>`), path)
    }
    assert.equal((await ask(app, '/creator/usr_00000000-0000-4000-8000-00000000dead')).status, 404)
  })

  it('names the filters of a search in its title, its description and its address', async t => {
    const app = await startSite(t)
    const pages: readonly [query: string, language: string, title: string, canonical: string][] = [
      ['sort=name', 'en', 'Avatary: avatars for VRChat', '/'],
      ['q=fox&sort=name', 'en', 'fox · Avatary', '/?q=fox'],
      ['tag=cat&platform=quest&x=1', 'ja', '猫 · Quest · Avatary', '/?platform=quest&amp;tag=cat'],
      ['platform=all&author=Anna', 'ko', '제작자: Anna · Avatary', '/?author=Anna'],
      ['tag=face_tracking', 'en', 'face tracking · Avatary', '/?tag=face_tracking'],
      ['minPerformance=good', 'en', 'Good or better · Avatary', '/?minPerformance=good'],
    ]
    for (const [query, language, title, canonical] of pages) {
      const text = await (await ask(app, `/?${query}`, { 'Accept-Language': language })).text()
      assert.equal(/<title>(.*)<\/title>/.exec(text)?.[1], title)
      assert.equal(/<link rel="canonical" href="https:\/\/avatars.example(.*)">/.exec(text)?.[1], canonical)
      assert.equal(text.includes('<meta name="robots" content="noindex">'), canonical !== '/', query)
      const [names] = title.split(' · Avatary')
      const description = /<meta name="description" content="(.*)">/.exec(text)![1]!
      assert.ok(
        title.startsWith('Avatary') || description.includes(names!.replaceAll(' · ', ', ')),
        description,
      )
    }
  })

  it('has icons for home screens in the sizes that its manifest names, and on every page one for Apple', async t => {
    const app = await startSite(t)
    const { icons } = (await (await ask(app, '/site.webmanifest')).json()) as { icons: ManifestIcon[] }
    const drawn = icons.filter(({ type }) => type === 'image/png')
    assert.deepEqual(
      drawn.map(({ sizes, purpose }) => `${sizes} ${purpose}`),
      ['192x192 any', '512x512 any', '512x512 maskable'],
    )
    const apple = { src: '/apple-touch-icon.png', sizes: '180x180', purpose: 'apple' }
    for (const { src, sizes, purpose } of [...drawn, apple]) {
      const response = await ask(app, src, { 'Accept-Encoding': 'br, gzip' })
      assert.equal(response.headers.get('content-type'), 'image/png', src)
      assert.equal(response.headers.get('content-encoding'), null, src)
      assert.equal(response.headers.get('cache-control'), 'public, max-age=86400', src)
      const picture = sharp(await response.arrayBuffer())
      const { width, height } = await picture.metadata()
      assert.equal(`${width}x${height}`, sizes, src)
      assert.equal((await picture.stats()).isOpaque, purpose !== 'any', src)
    }
    for (const path of ['/', '/docs', '/terms'])
      assert.match(
        await (await ask(app, path)).text(),
        /<link rel="apple-touch-icon" href="\/apple-touch-icon.png">/,
      )
  })

  it('has a limit of its own for files, so that pictures use up no search and no page', async t => {
    const app = await startTestApp({ avatars: INVENTED_AVATARS, env: { RATE_LIMIT_GLOBAL: '3' } })
    afterwards(t, async () => await app[Symbol.asyncDispose]())
    const picture = `/api/avatars/${inventedId(99)}/image`
    for (let askCount = 0; askCount < 10; askCount++) {
      const { status, headers } = await ask(app, askCount % 2 === 0 ? '/icon.svg' : picture)
      assert.deepEqual([status === 429, headers.get('ratelimit-limit')], [false, '6000'])
    }
    assert.equal((await ask(app, '/')).headers.get('ratelimit-remaining'), '2')
  })

  it('answers browsers at an unknown address with its page, and programs with JSON', async t => {
    const app = await startSite(t)
    const Accept = 'text/html,application/xhtml+xml,*/*;q=0.8'
    for (const path of ['/nowhere', '/avatar', '/creator/a/b']) {
      const page = await ask(app, path, { Accept, 'Accept-Language': 'ja' })
      assert.equal(page.status, 404)
      assert.match(page.headers.get('content-security-policy')!, /script-src 'self'/)
      assert.match(await page.text(), /<html lang="ja">[\s\S]*noindex[\s\S]*<div id="root">/)
      assert.deepEqual(((await (await ask(app, path)).json()) as { code: string }).code, 'not_found')
    }
    const ofInterface = await ask(app, '/api/nowhere', { Accept })
    assert.match(ofInterface.headers.get('content-type')!, /json/)
    const posted = await fetch(`${app.origin}/nowhere`, { method: 'POST', headers: { Accept } })
    assert.match(posted.headers.get('content-type')!, /json/)
  })

  it('has the session and the first answer in its HTML', async t => {
    const app = await startSite(t)
    const dataOf = async (path: string) => {
      const text = await (await ask(app, path)).text()
      return JSON.parse(/id="page-data">([^<]*)</.exec(text)![1]!)
    }
    const session = { '/api/session': await app.getJson('/session') }
    assert.deepEqual(await dataOf('/submit'), session)
    for (const address of ['/', '/?minPerformance=best&platform=psp&sort=best']) {
      const home = await dataOf(address)
      for (const path of HOME_ANSWERS) assert.deepEqual(home[`/api${path}`], await app.getJson(path), path)
    }
    const addresses = {
      [`/avatar/${inventedId(5)}`]: `/avatars/${inventedId(5)}`,
      '/creator/usr_00000000-0000-4000-8000-0000000000c3':
        '/creators/usr_00000000-0000-4000-8000-0000000000c3',
    }
    for (const [path, address] of Object.entries(addresses)) {
      const answer = await app.getJson(address)
      assert.deepEqual(await dataOf(path), { ...session, [`/api${address}`]: answer })
    }
  })

  it('names every page and every listed avatar to search engines', async t => {
    const app = await startSite(t)
    const robots = await (await ask(app, '/robots.txt')).text()
    assert.match(
      robots,
      /^User-agent: \*\n(Disallow: \/\S+\n)+\nSitemap: https:\/\/avatars.example\/sitemap.xml\n$/,
    )
    const addressesIn = async (path: string) => {
      const response = await ask(app, path)
      assert.match(response.headers.get('content-type')!, /^application\/xml/)
      return Array.from(
        (await response.text()).matchAll(/<loc>https:\/\/avatars.example([^<]*)</g),
        ([, at]) => at!,
      )
    }
    const files = await addressesIn('/sitemap.xml')
    assert.deepEqual(files, ['/sitemap/pages.xml', '/sitemap/1.xml'])
    const [pages, indexed] = await Promise.all(files.map(addressesIn))
    const avatars = indexed!.filter(path => path.startsWith('/avatar/'))
    const creators = indexed!.filter(path => path.startsWith('/creator/'))
    for (const path of ['/', '/docs/worlds', '/docs', '/docs/reference/world'])
      assert.ok(pages!.includes(path), path)
    assert.deepEqual(
      avatars,
      INVENTED_AVATARS.map(({ id }) => `/avatar/${id}`),
    )
    assert.ok(creators.length > 0 && creators.length < avatars.length)
    for (const path of [...pages!, avatars[0]!, creators[0]!]) {
      const response = await ask(app, path)
      assert.equal(response.status, 200, path)
      const text = await response.text()
      assert.ok(text.includes(`<link rel="canonical" href="https://avatars.example${path}">`), path)
      assert.match(text, /<meta name="description" content="[^"]+">/)
      assert.doesNotMatch(text, /noindex/)
    }
    for (const name of ['2', '0', 'x']) assert.equal((await ask(app, `/sitemap/${name}.xml`)).status, 404)
  })

  it('leads from the folder of the reference to its overview', async t => {
    const app = await startSite(t)
    for (const query of ['', '?lang=ja']) {
      const response = await fetch(`${app.origin}/docs/reference${query}`, { redirect: 'manual' })
      assert.deepEqual([response.status, response.headers.get('location')], [301, `/docs${query}`])
    }
  })

  it('has no file outside of its build', async t => {
    const app = await startSite(t)
    for (const path of ['/assets/nothing.js', '/assets/..%2fpackage.json', '/assets/manifest.json'])
      assert.equal((await ask(app, path)).status, 404)
  })
})

describe('the pages that the server writes', () => {
  const cases: readonly [path: string, language: string, heading: string][] = [
    ['/sign-in?problem=expired', 'ja', 'ログインに失敗しました'],
    ['/sign-in', 'ko', '로그인'],
    ['/oauth/refused?error=invalid_scope', 'zh', '应用发来的请求有误'],
    ['/offline', 'zh', '无法连接'],
    ['/terms', 'ja', '利用規約'],
    ['/terms', 'en', 'Terms of use'],
  ]

  it('speak the language of the browser and wear its theme', async t => {
    const app = await startSite(t)
    for (const [path, language, heading] of cases) {
      const headers = { 'Accept-Language': language, Cookie: 'avatary_ui=theme=dark' }
      const response = await ask(app, path, headers)
      assert.equal(response.headers.get('content-language'), language, path)
      const text = await response.text()
      assert.match(text, new RegExp(`<html lang="${language}" data-theme="dark">`), path)
      assert.ok(text.includes(`<h1>${heading}</h1>`), path)
    }
  })

  it('have addresses in each language, where search engines may keep them', async t => {
    const app = await startSite(t)
    const text = await (await ask(app, '/terms?lang=ko', { 'Accept-Language': 'ja' })).text()
    assert.match(text, /<html lang="ko">/)
    assert.match(text, /<link rel="canonical" href="[^"]*\/terms\?lang=ko">/)
    const tags = [...text.matchAll(/<link rel="alternate" hreflang="([^"]+)" href="[^"]*(\/terms[^"]*)">/g)]
    assert.deepEqual(
      tags.map(([, language, path]) => [language, path]),
      [
        ['en', '/terms'],
        ['ja', '/terms?lang=ja'],
        ['ko', '/terms?lang=ko'],
        ['zh', '/terms?lang=zh'],
        ['x-default', '/terms'],
      ],
    )
  })

  it('load the styles of the site, in the theme of the browser, and no other', async t => {
    const app = await startSite(t)
    for (const path of ['/docs', '/docs/reference/world', '/terms', '/sign-in', '/oauth/refused']) {
      const response = await ask(app, path)
      const policy = response.headers.get('content-security-policy')!
      assert.match(policy, /default-src 'none'; style-src 'self';/, path)
      assert.doesNotMatch(policy, /unsafe|script-src/, path)
      assert.doesNotMatch(await response.text(), /<style| style=|<script/, path)
    }
    const styles = await ask(app, '/pages.css', { Cookie: 'avatary_ui=theme=dark' })
    assert.equal(styles.headers.get('content-type'), 'text/css; charset=utf-8')
    assert.match(styles.headers.get('vary')!, /Cookie/)
    assert.match(await styles.text(), /--accent:.*:root\{color-scheme:dark\}/s)
  })
})
