import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { ERROR_CODES } from '@avatary/contract/errors'
import { ROUTE_TAGS, type RouteTag } from '@avatary/contract/route-tags'
import { ROUTES } from '@avatary/contract/routes/all'
import { TERMS } from '@avatary/contract/terms'
import type { Locale } from '../../kernel/appearance.ts'
import { html } from '../../kernel/html.ts'
import { runSync } from '../../kernel/run-in-turns.ts'
import { overviewPage } from './overview-page.ts'
import { tagPageSteps } from './tag-page.ts'
import { TERMS_TEXTS } from './terms-page.ts'

const CLOSED = 'section article div table tr td code pre details p ul li a h1 h2 h3 span'.split(' ')

const publicUrl = 'https://avatars.example'
const NAMES = [null, ...ROUTE_TAGS.map(({ name }) => name)]
const pageIn = (locale: Locale, tag: RouteTag | null) =>
  tag === null ? overviewPage({ publicUrl, locale }) : runSync(tagPageSteps({ publicUrl, locale, tag }))
const idsOf = (text: string) => [...text.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id!)
const pageUrl = (tag: RouteTag | null, locale: Locale) =>
  tag === null ? `/docs?lang=${locale}` : `/docs/reference/${tag}?lang=${locale}`

/** The overview and the page of each tag in English, by the URL with which links name them. */
const pages = new Map(NAMES.map(tag => [pageUrl(tag, 'en'), pageIn('en', tag)]))
const overview = pages.get(pageUrl(null, 'en'))!

/** English labels, which other languages must translate. */
const ENGLISH =
  /<(h[1-3]|th|summary)[^>]*>(?:<a[^>]*>)?(?!Discord|OAuth|API)[A-Z][a-z]+|\d a minute<|<em class="mark">may be absent|Skip to/

describe('the reference', () => {
  for (const locale of ['ja', 'ko', 'zh'] as const) {
    it(`has the same parts, with translated labels, in another language: ${locale}`, () => {
      for (const tag of NAMES) {
        const translated = pageIn(locale, tag)
        const page = pageIn('en', tag)
        assert.deepEqual(idsOf(translated), idsOf(page))
        assert.match(page, ENGLISH)
        assert.equal(ENGLISH.exec(translated)?.[0], undefined)
        assert.match(translated, new RegExp(`lang="${locale}" hreflang="${locale}" aria-current="true"`))
        const own = [...translated.matchAll(/ href="\/docs(?:\/reference\/\w+)?\?lang=(\w+)[#"]/g)]
        assert.equal(own.filter(([, language]) => language !== locale).length, 3)
      }
      for (const rule of TERMS_TEXTS[locale].terms) assert.ok(pageIn(locale, null).includes(rule))
    })

    it(`marks English text for screen readers: ${locale}`, () => {
      const { summary, description } = ROUTES.find(route => route.id === 'searchAvatars')!
      assert.ok(pageIn(locale, null).includes(`<span lang="en">${summary}</span>`))
      const translated = pageIn(locale, 'catalog')
      assert.ok(translated.includes(`<span lang="en">${summary}</span>`))
      assert.ok(translated.includes(`<p lang="en">${description!.slice(0, 40)}`))
    })
  }

  it('has every route once, with its path and a sample request, and lists all of them on one page', () => {
    for (const { id, path, tag } of ROUTES) {
      const found = [...pages].filter(([, page]) => idsOf(page).includes(id)).map(([address]) => address)
      assert.deepEqual(found, [pageUrl(null, 'en'), pageUrl(tag, 'en')], id)
      for (const address of found)
        assert.ok(pages.get(address)!.replaceAll('<wbr>', '').includes(`<code>${path}</code>`), path)
      assert.ok(overview.includes(`<a href="${pageUrl(tag, 'en')}#${id}">`), id)
    }
    const requests = [...pages.values()].flatMap(page => [
      ...page.matchAll(/<pre class="shell" tabindex="0"><code>curl [^<]*https:[^<]+</g),
    ])
    assert.equal(requests.length, ROUTES.length)
  })

  it('has unique ids on each page and no broken internal links', () => {
    for (const [address, page] of pages) {
      const ids = idsOf(page)
      assert.equal(new Set(ids).size, ids.length)
      for (const [, target, id] of page.matchAll(/ href="(\/docs(?:\/reference\/\w+)?\?lang=en)?#([^"]+)"/g))
        assert.ok(idsOf(pages.get(target ?? address)!).includes(id!), `${address}: ${target}#${id}`)
      for (const [, target] of page.matchAll(/ href="(\/docs[^"#]*lang=en)"/g))
        assert.ok(pages.has(target!), target)
    }
  })

  it('gives search engines its own URL and those in other languages, on every page', () => {
    const languages = { en: '', ja: '?lang=ja', ko: '?lang=ko', zh: '?lang=zh', 'x-default': '' }
    for (const [locale, query] of Object.entries(languages).slice(0, 4))
      for (const tag of NAMES) {
        const page = pageIn(locale as Locale, tag)
        const own = `${publicUrl}/docs${tag === null ? '' : `/reference/${tag}`}`
        assert.ok(page.includes(`<link rel="canonical" href="${own}${query}">`))
        assert.ok(page.includes(`<meta property="og:url" content="${own}${query}">`))
        assert.deepEqual(
          [...page.matchAll(/<link rel="alternate" hreflang="([^"]+)" href="([^"]+)">/g)].map(
            ([, language, address]) => [language, address],
          ),
          Object.entries(languages).map(([language, other]) => [language, own + other]),
        )
      }
  })

  it('is light: no page has more than 4000 elements', () => {
    for (const [address, page] of pages) {
      const elements = page.match(/<[a-z]/g)!.length
      assert.ok(elements <= 4000, `${address}: ${elements}`)
    }
  })

  it('loads nothing but styles of this site, and runs no script', () => {
    for (const page of pages.values()) {
      const loaded = [...page.matchAll(/<link rel="(?!alternate|canonical)[^>]*href="([^"]+)"/g)].map(
        ([, path]) => path,
      )
      assert.deepEqual(loaded, ['/icon.svg', '/apple-touch-icon.png', '/pages.css', '/docs.css'])
      assert.doesNotMatch(page, /<script|<style| style=|<img|<iframe|@import|url\((?!#)| on\w+=|javascript:/i)
    }
  })

  it('has every error and the terms', () => {
    for (const code of ERROR_CODES) assert.ok(idsOf(overview).includes(`error-${code}`), code)
    for (const rule of TERMS) assert.ok(overview.includes(rule))
  })

  it('says which events count, and for which programs none do', () => {
    const chapter = overview.slice(overview.indexOf('id="counting"'), overview.indexOf('id="catalog"'))
    for (const word of ['isbot', 'VRCX', 'UnityPlayer/', 'counted']) assert.ok(chapter.includes(word), word)
  })

  it('shows bounds and defaults of parameters', () => {
    const page = pages.get(pageUrl('catalog', 'en'))!
    const search = page.slice(page.indexOf('id="searchAvatars"'), page.indexOf('id="listTags"'))
    assert.match(search, /<code>limit<\/code>.*?integer, 1–60.*?<code>24<\/code>/s)
    assert.match(search, /<code>recent<\/code> <code>oldest<\/code> <code>name<\/code> <code>popular<\/code>/)
  })

  it('encloses the fields of an object, after which its type may continue', () => {
    const discord = pageIn('en', 'discord')
    assert.match(
      discord,
      /object \(<code>id<\/code> string, [^)]*<code>avatar<\/code> string or null\) or null/,
    )
  })

  it('shows sample answers as JSON, indented', () => {
    const page = pages.get(pageUrl('catalog', 'en'))!
    const shown = [
      ...page.matchAll(/<details[^>]*><summary>[^<]*<\/summary><pre tabindex="0"><code>(\{[^<]+)</g),
    ]
    assert.ok(shown.length > 10)
    for (const [, escaped] of shown) {
      const text = escaped!.replaceAll('&quot;', '"').replaceAll('&#39;', "'").replaceAll('&amp;', '&')
      assert.match(text, /^\{\n {2}"/)
      assert.equal(typeof JSON.parse(text), 'object')
    }
  })

  it('closes every element', () => {
    for (const page of pages.values()) {
      for (const tag of CLOSED) {
        const opened = page.match(new RegExp(`<${tag}[ >]`, 'g'))?.length
        assert.equal(page.match(new RegExp(`</${tag}>`, 'g'))?.length, opened, tag)
      }
    }
  })
})

describe('markup', () => {
  it('escapes interpolated values', () => {
    assert.equal(html`<b title="${'"'}">${'<script>&'}</b>`.text, '<b title="&quot;">&lt;script&gt;&amp;</b>')
  })
})
