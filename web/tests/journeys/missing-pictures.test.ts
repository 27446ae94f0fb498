import assert from 'node:assert/strict'
import { afterEach, describe, it } from 'node:test'
import { hasChromium } from '../../../server/tests/support/chromium.ts'
import { skipSuiteWithout } from '../../../server/tests/support/engines.ts'
import { until } from '../../../server/tests/support/until.ts'
import { cards } from '../support/cards.ts'
import { FaultyProxy } from '../support/faulty-proxy.ts'
import { intercept } from '../support/intercept.ts'
import { startSite } from '../support/site.ts'

const setHidden = (isHidden: boolean) =>
  `Object.defineProperty(document, 'hidden', { value: ${isHidden}, configurable: true })`

describe('pictures that fail to load', () => {
  if (!hasChromium) return skipSuiteWithout('chromium')
  const proxy = new FaultyProxy()
  const open = startSite({}, proxy)
  afterEach(() => {
    proxy.faultOf = () => null
  })

  it('shows an initial in place of a picture that fails to load, until it loads', async t => {
    const { page, origin } = await open(t)
    proxy.faultOf = path => (path.includes('/image?') ? 'lost' : null)
    await page.goto(`${origin}/?q=cat`)
    const initial = page.locator('li[aria-posinset="1"] [data-initial]')
    await initial.waitFor()
    proxy.faultOf = () => null
    await page.getByRole('combobox', { name: 'Search avatars' }).fill('dragon')
    await page.locator('h1').getByText('match dragon').waitFor()
    await initial.waitFor({ state: 'detached' })
    await page
      .locator('li[aria-posinset="1"] img')
      .evaluate((image: { decode(): Promise<void> }) => image.decode())
  })

  it('keeps the picture of the card where the large one fails to load', async t => {
    const { page, origin } = await open(t)
    await page.goto(`${origin}/?q=cat`)
    await page
      .locator('li[aria-posinset="1"] img')
      .evaluate((image: { decode(): Promise<void> }) => image.decode())
    const isLarge = (path: string) => /\/image\?size=(?:512|1024)/.test(path)
    proxy.faultOf = path => (isLarge(path) ? 'lost' : null)
    const failed = page.waitForEvent('requestfailed', request => isLarge(request.url()))
    await cards(page).first().click()
    await failed
    await page.getByRole('heading', { name: 'Numbers' }).waitFor()
    assert.equal(await page.locator('main [data-size=page]').getAttribute('data-initial'), null)
    const image = await page.locator('main [data-size=page] img').getAttribute('style')
    assert.match(String(image), /image\?size=256/)
  })

  it('loads pictures again after a pause when they failed while the server answered', async t => {
    const { page, origin } = await open(t)
    await page.clock.install()
    proxy.faultOf = path => (path.includes('/image?') ? 'lost' : null)
    await page.goto(`${origin}/?q=cat`)
    const initials = page.locator('li[aria-posinset] [data-initial]')
    await initials.nth(3).waitFor()
    proxy.faultOf = () => null
    await until('all have come', async () => {
      await page.clock.fastForward(2000)
      return (await initials.count()) === 0
    })
  })

  it('shows the initial while a missing picture is requested again, and requests it once', async t => {
    const { page, origin } = await open(t)
    await page.clock.install()
    const requested: string[] = []
    let answer: 'lost' | Promise<null> = 'lost'
    proxy.faultOf = path => {
      if (!path.includes('/image?')) return null
      requested.push(path)
      return answer
    }
    await page.goto(`${origin}/?q=cat`)
    const initials = page.locator('li[aria-posinset] [data-initial]')
    await initials.nth(3).waitFor()
    const held = Promise.withResolvers<null>()
    answer = held.promise
    requested.length = 0
    await page.evaluate(`dispatchEvent(new Event('online'))`)
    await until('one is requested', () => requested.length > 0)
    await page.clock.fastForward(8000)
    assert.ok((await initials.count()) > 3)
    held.resolve(null)
    await until('all have come', async () => (await initials.count()) === 0)
    assert.deepEqual(requested, [...new Set(requested)])
  })

  it('requests a missing picture again after the first pause where two cards show it', async t => {
    const { page, origin } = await open(t)
    await page.goto(`${origin}/?q=cat`)
    await cards(page).first().waitFor()
    const ofCreator = page.waitForResponse('**/api/avatars/search?author=*')
    const shared: string[] = []
    await intercept(page, '**/similar', async route => {
      const { avatars } = (await (await ofCreator).json()) as { avatars: { id: string }[] }
      const others = avatars.filter(({ id }) => !page.url().endsWith(id))
      shared.push(...others.map(({ id }) => id))
      await route.fulfill({ json: { avatars: others } })
    })
    // All pictures, because the creator's shelf may request its own before the test knows which are shared.
    proxy.faultOf = path => (path.includes('/image?') ? 'lost' : null)
    const time = Date.now()
    await page.clock.install({ time })
    // Stopped, so that no pause ends before both cards have failed.
    await page.clock.pauseAt(time + 1000)
    await cards(page).first().click()
    const shelf = page.locator('section', { hasText: 'More like it' })
    await shelf.locator('article').first().scrollIntoViewIfNeeded()
    await page.locator('article [data-initial]').nth(1).waitFor()
    let requests = 0
    proxy.faultOf = path => {
      if (shared.some(id => path.startsWith(`/api/avatars/${id}/image?`))) requests++
      return null
    }
    await page.clock.pauseAt(time + 7000)
    await until('it is requested', () => requests > 0)
  })

  it('requests missing pictures only while the page is visible', async t => {
    const { page, origin } = await open(t)
    await page.clock.install()
    // Hidden from the start, so that no rest can end before the page is hidden.
    await page.addInitScript(setHidden(true))
    const failed = new Set<string>()
    let repeated = 0
    page.on('requestfailed', request => failed.add(request.url()))
    page.on('request', request => {
      if (failed.has(request.url())) repeated++
    })
    proxy.faultOf = path => (path.includes('/image?') ? 'lost' : null)
    await page.goto(`${origin}/?q=cat`)
    const initials = page.locator('li[aria-posinset] [data-initial]')
    await initials.nth(3).waitFor()
    proxy.faultOf = () => null
    await page.clock.fastForward(8000)
    await page.evaluate('new Promise(painted => requestAnimationFrame(painted))')
    assert.equal(repeated, 0)
    await page.evaluate(`${setHidden(false)}
      document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))`)
    await until('all have come', async () => (await initials.count()) === 0)
    assert.ok(repeated > 0)
  })

  it('loads pictures again once the server or the connection is back', async t => {
    const { page, origin } = await open(t)
    await page.goto(`${origin}/?q=a`)
    await cards(page).first().waitFor()
    await page.evaluate('navigator.serviceWorker.ready.then(() => null)')
    const missing = page.locator('li[aria-posinset] [data-initial]')
    proxy.faultOf = path => (path.includes('/image?') || path === '/api/ready' ? 'lost' : null)
    await page.evaluate('scrollTo(0, 900)')
    await missing.first().waitFor()
    proxy.faultOf = () => null
    await until('all have come', async () => (await missing.count()) === 0)
    await page.context().setOffline(true)
    await page.evaluate('scrollTo(0, 1800)')
    await missing.first().waitFor()
    await page.context().setOffline(false)
    await until('all have come', async () => (await missing.count()) === 0)
  })
})
