import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { hasChromium } from '../../../server/tests/support/chromium.ts'
import { skipSuiteWithout } from '../../../server/tests/support/engines.ts'
import { until } from '../../../server/tests/support/until.ts'
import { cards } from '../support/cards.ts'
import { FaultyProxy } from '../support/faulty-proxy.ts'
import { DESKTOP, PHONE, SAVES_DATA, signIn, startSite } from '../support/site.ts'

const manifest: Readonly<Record<string, { readonly file: string }>> = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../dist/manifest.json'), 'utf8'),
)

const SHIFTS = `globalThis.shifts = 0
new PerformanceObserver(list => {
  for (const { value } of list.getEntries()) shifts += value
}).observe({ type: 'layout-shift', buffered: true })`

/** The ways to reach a page. */
const WAYS = {
  'inside of the site': (page: Page, path: string) => page.evaluate(`history.pushState(null, '', '${path}')`),
  'by its address': (page: Page, path: string) => page.goto(new URL(path, page.url()).href),
}

const PAGES = [
  { feature: 'insights', path: '/insights', heading: 'Insights', boxes: 'main > [aria-busy] > span' },
  {
    feature: 'saved',
    path: '/saved',
    heading: 'Your saved avatars',
    boxes: 'main > [aria-busy] [data-picture]',
  },
]

const HEADING = { box: 'main > [aria-busy] > :nth-child(1)', later: 'main h1', compared: 2 }
const CARD = {
  box: 'main > [aria-busy] [data-picture]',
  later: '[data-index="0"] article > :first-child',
  compared: 4,
}

interface Place {
  readonly box: string
  readonly later: string
  readonly compared: number
}

/**
 * A skeleton's boxes and the elements that replace them, with how many of left, top, width and height must be equal.
 */
const PLACES: readonly { feature: string; query?: string; places: readonly Place[] }[] = [
  {
    feature: 'avatar',
    places: [
      { box: 'main > [aria-busy] > :nth-child(1)', later: 'main article img', compared: 4 },
      { box: 'main > [aria-busy] > :nth-child(2)', later: 'main h1', compared: 2 },
    ],
  },
  { feature: 'creator', places: [CARD] },
  { feature: 'saved', places: [CARD] },
  { feature: 'saved', query: '?view=likes', places: [CARD] },
  { feature: 'account', places: [HEADING] },
  { feature: 'submit', places: [HEADING] },
]

const placeOf = async (page: Page, selector: string) =>
  Object.values((await page.locator(selector).first().boundingBox())!).map(Math.round)

describe('a part of the site whose script is slow', () => {
  if (!hasChromium) return skipSuiteWithout('chromium')
  const proxy = new FaultyProxy()
  const open = startSite({}, proxy)
  afterEach(() => {
    proxy.faultOf = () => null
  })

  for (const [way, go] of Object.entries(WAYS))
    for (const { feature, path, heading, boxes } of PAGES)
      it(`has a skeleton after 150 ms, and moves nothing when it arrives: ${feature} ${way}`, async t => {
        const { page, origin, settle } = await open(t, PHONE)
        await page.addInitScript(SHIFTS)
        await page.goto(`${origin}/?q=cat`)
        await cards(page).first().waitFor()
        const held = Promise.withResolvers<null>()
        const script = `/assets/${manifest[`src/features/${feature}/page.tsx`]!.file}`
        proxy.faultOf = at => (at === script ? held.promise : null)
        await go(page, path)
        await page.locator(boxes).first().waitFor()
        const appearing = `(({ animationDelay, animationFillMode }) => [animationDelay, animationFillMode])(
          getComputedStyle(document.querySelector('main > [aria-busy=true]')))`
        assert.deepEqual(await page.evaluate(appearing), ['0.15s', 'backwards'])
        held.resolve(null)
        await page.getByRole('heading', { level: 1, name: heading }).waitFor()
        assert.equal(await page.locator(boxes).count(), 0)
        await settle()
        assert.equal(await page.evaluate('shifts'), 0)
      })

  for (const screen of [PHONE, DESKTOP])
    for (const { feature, query = '', places } of PLACES)
      it(`has a skeleton with the layout of the page: ${feature}${query}, ${screen.viewport.width}`, async t => {
        const site = await open(t, screen)
        const { page, api, settle } = site
        await page.addInitScript(SHIFTS)
        await page.addInitScript(SAVES_DATA)
        await signIn(site, '/?q=cat', 'Yuki')
        await cards(page).first().waitFor()
        const { avatars } = (await (await fetch(`${api}/avatars/search?q=dragon&limit=1`)).json()) as {
          avatars: { id: string; authorId: string }[]
        }
        const ids: Record<string, string> = {
          avatar: `/${avatars[0]!.id}`,
          creator: `/${avatars[0]!.authorId}`,
        }
        const id = ids[feature] ?? ''
        const held = Promise.withResolvers<null>()
        const script = `/assets/${manifest[`src/features/${feature}/page.tsx`]!.file}`
        proxy.faultOf = at => (at === script ? held.promise : null)
        await settle()
        await page.evaluate(`shifts = 0; history.pushState(null, '', '/${feature}${id}${query}')`)
        await page.locator('main > [aria-busy]').waitFor()
        assert.equal(await page.title(), 'Avatary')
        const boxes = await Promise.all(places.map(({ box }) => placeOf(page, box)))
        held.resolve(null)
        await page.locator('main h1').waitFor()
        await settle()
        assert.equal(await page.evaluate('shifts'), 0)
        for (const [at, { later, compared }] of places.entries())
          assert.deepEqual(
            (await placeOf(page, later)).slice(0, compared),
            boxes[at]!.slice(0, compared),
            later,
          )
      })

  it('is loaded ahead for the first card that is opened, once the page is idle', async t => {
    const { page, origin, settle } = await open(t, PHONE)
    await page.goto(`${origin}/?q=cat`)
    const script = `/assets/${manifest['src/features/avatar/page.tsx']!.file}`
    const isLoaded = `performance.getEntriesByType('resource').some(({ name }) => name.endsWith('${script}'))`
    await until('it is loaded', () => page.evaluate<boolean>(isLoaded))
    await settle()
    proxy.faultOf = () => 'lost'
    const name = await cards(page).first().innerText()
    await cards(page).first().tap()
    await page.getByRole('heading', { level: 1, name }).waitFor()
  })

  it('is not loaded ahead in a browser that is to save data', async t => {
    const { page, origin } = await open(t, PHONE)
    await page.addInitScript(SAVES_DATA)
    await page.goto(`${origin}/?q=cat`)
    // The worker is started later than the code would be loaded.
    await page.evaluate('navigator.serviceWorker.ready.then(() => undefined)')
    const scripts = await page.evaluate<string[]>(
      `performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname)`,
    )
    assert.ok(!scripts.includes(`/assets/${manifest['src/features/avatar/page.tsx']!.file}`))
  })

  it('has a skeleton in place of the whole page while its first script is slow', async t => {
    const { page, origin, settle } = await open(t, PHONE)
    await page.addInitScript(SHIFTS)
    const held = Promise.withResolvers<null>()
    const script = `/assets/${manifest['src/main.tsx']!.file}`
    proxy.faultOf = at => (at === script ? held.promise : null)
    await page.goto(origin, { waitUntil: 'commit' })
    const styleOf = (name: string, box = 'null') =>
      page.evaluate(`(root => root && getComputedStyle(root, ${box}).${name})(
        document.querySelector('#root:empty'))`)
    await until('the styles are there', async () => (await styleOf('animationDelay')) === '0.15s')
    const boxes = [await styleOf('height', '"::before"'), await styleOf('height', '"::after"')]
    assert.deepEqual(boxes, ['46px', '732px'])
    held.resolve(null)
    await page.locator('main h1').waitFor()
    await settle()
    assert.equal(await page.evaluate('shifts'), 0)
  })

  it('has a skeleton in the open menu until its content has loaded', async t => {
    const { page, origin } = await open(t, PHONE)
    await page.goto(`${origin}/?q=cat`)
    await cards(page).first().waitFor()
    const held = Promise.withResolvers<null>()
    proxy.faultOf = at => (at.includes('/menu-content-') ? held.promise : null)
    await page.getByRole('button', { name: 'Settings' }).click()
    const menu = page.getByRole('dialog', { name: 'Settings' })
    await menu.locator('[aria-busy="true"]').waitFor()
    held.resolve(null)
    await menu.getByRole('link', { name: 'Sign in' }).waitFor()
    assert.equal(await menu.locator('[aria-busy="true"]').count(), 0)
  })

  it('is shown as soon as its script and its texts have loaded', async t => {
    const { page, origin } = await open(t, { locale: 'ja-JP' })
    await page.clock.install()
    await page.goto(`${origin}/?q=cat`)
    await cards(page).first().waitFor()
    await page.clock.pauseAt(new Date(Date.now() + 3_600_000))
    await page.keyboard.press('?')
    await page.getByRole('dialog', { name: 'ショートカット一覧' }).waitFor()
    await page.keyboard.press('Escape')
    await page.evaluate(`history.pushState(null, '', '/insights')`)
    await page.getByRole('heading', { level: 1 }).filter({ hasNotText: 'cat' }).waitFor()
  })
})
