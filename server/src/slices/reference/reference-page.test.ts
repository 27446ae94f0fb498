import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { ERROR_CODES } from '@avatary/contract/errors'
import { ROUTES } from '@avatary/contract/routes/all'
import { TERMS } from '@avatary/contract/terms'
import type { Locale } from '../../kernel/appearance.ts'
import { html } from '../../kernel/html.ts'
import { inTurns } from '../../kernel/in-turns.ts'
import { referenceSteps } from './reference-page.ts'
import { termsIn } from './terms-page.ts'

const baseUrl = 'https://avatars.example/api'
const pageIn = (locale: Locale) => inTurns(referenceSteps({ baseUrl, locale }))
const idsOf = (text: string) => [...text.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id!)

const page = await pageIn('en')
const ids = idsOf(page)

/** Labels that another language has its own words for. */
const ENGLISH =
  /<(h2|h4|th|summary)[^>]*>(?!Discord|OAuth|API)[A-Z][a-z]+|\d a minute<|<em class="mark">may be absent|Skip to/

describe('the reference page', () => {
  for (const locale of ['ja', 'ko', 'zh'] as const) {
    it(`has the same parts and its own labels in another language: ${locale}`, async () => {
      const translated = await pageIn(locale)
      assert.deepEqual(idsOf(translated), ids)
      assert.match(page, ENGLISH)
      assert.equal(ENGLISH.exec(translated)?.[0], undefined)
      assert.match(translated, new RegExp(`lang="${locale}" hreflang="${locale}" aria-current="true"`))
      for (const rule of termsIn(locale)) assert.ok(translated.includes(rule))
    })

    it(`marks what is English for readers: ${locale}`, async () => {
      const translated = await pageIn(locale)
      const { summary, description } = ROUTES.find(route => route.id === 'searchAvatars')!
      assert.ok(translated.includes(`<span lang="en">${summary}</span>`))
      assert.ok(translated.includes(`<p lang="en">${description!.slice(0, 40)}`))
    })
  }

  it('has every route once, with its path and a sample request', () => {
    for (const { id, path } of ROUTES) {
      assert.equal(ids.filter(other => other === id).length, 1, id)
      assert.ok(page.replaceAll('<wbr>', '').includes(`<code>${path}</code>`), path)
    }
    const requests = [...page.matchAll(/<pre class="shell" tabindex="0"><code>curl [^<]*https:[^<]+</g)]
    assert.equal(requests.length, ROUTES.length)
  })

  it('has each id once and no broken internal link', () => {
    assert.equal(new Set(ids).size, ids.length)
    for (const [, target] of page.matchAll(/ href="#([^"]+)"/g)) assert.ok(ids.includes(target!), target)
  })

  it('loads nothing but styles of this site, and runs no script', () => {
    const loaded = [...page.matchAll(/<link rel="(?!alternate)[^>]*href="([^"]+)"/g)].map(([, path]) => path)
    assert.deepEqual(loaded, ['/icon.svg', '/pages.css', '/docs.css'])
    assert.doesNotMatch(page, /<script|<style| style=|<img|<iframe|@import|url\((?!#)| on\w+=|javascript:/i)
  })

  it('has every error and the terms', () => {
    for (const code of ERROR_CODES) assert.ok(ids.includes(`error-${code}`), code)
    for (const rule of TERMS) assert.ok(page.includes(rule))
  })

  it('tells which events count, and for which programs none do', () => {
    const chapter = page.slice(page.indexOf('id="counting"'), page.indexOf('id="catalog"'))
    for (const word of ['isbot', 'VRCX', 'UnityPlayer/', 'counted']) assert.ok(chapter.includes(word), word)
  })

  it('tells bounds and defaults of parameters', () => {
    const search = page.slice(page.indexOf('id="searchAvatars"'), page.indexOf('id="listTags"'))
    assert.match(search, /<code>limit<\/code>.*?integer, 1–60.*?<code>24<\/code>/s)
    assert.match(search, /<code>recent<\/code> <code>oldest<\/code> <code>name<\/code> <code>popular<\/code>/)
  })

  it('closes every element', () => {
    for (const tag of [
      'section',
      'article',
      'div',
      'table',
      'tr',
      'td',
      'code',
      'pre',
      'details',
      'p',
      'ul',
    ]) {
      const opened = page.match(new RegExp(`<${tag}[ >]`, 'g'))?.length
      assert.equal(page.match(new RegExp(`</${tag}>`, 'g'))?.length, opened, tag)
    }
  })
})

describe('markup', () => {
  it('escapes what is put into it', () => {
    assert.equal(html`<b title="${'"'}">${'<script>&'}</b>`.text, '<b title="&quot;">&lt;script&gt;&amp;</b>')
  })
})
