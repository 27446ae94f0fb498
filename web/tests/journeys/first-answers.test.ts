import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { hasChromium } from '../../../server/tests/support/chromium.ts'
import { skipSuiteWithout } from '../../../server/tests/support/engines.ts'
import { until } from '../../../server/tests/support/until.ts'
import { intercept } from '../support/intercept.ts'
import { DESKTOP, PHONE, type SitePage, startSharedSite } from '../support/site.ts'

/** Accumulates the page's layout shifts in `shifts`. */
const LIST_SHIFTS = `window.shifts = []
  new PerformanceObserver(list => shifts.push(...list.getEntries().map(each => each.value)))
    .observe({ type: 'layout-shift', buffered: true })`

describe('what a page needs first', () => {
  if (!hasChromium) return skipSuiteWithout('chromium')
  const open = startSharedSite()

  const ANSWERED = /^\/api\/(session|stats|avatars\/(search|trending|popular-searches))\b/
  /** Paths, with what the script requests at once: other avatars to look at, where nothing is found. */
  const ASKED = {
    '/': [],
    '/?q=cat': [],
    '/?q=+cat++%E2%99%A1&platform=pc&minPerformance=poor&sort=popular': [],
    '/?author=a+b': ['/api/avatars/trending?limit=10'],
  }
  for (const [path, expected] of Object.entries(ASKED)) {
    it(`is embedded in the HTML of ${path} as answers, and not requested again`, async t => {
      const { page, origin, browserErrors } = await open(t)
      const asked: string[] = []
      page.on('request', request => asked.push(request.url().slice(origin.length)))
      await page.goto(origin + path)
      await page.locator('main h1').waitFor()
      await page.evaluate('new Promise(shown => requestAnimationFrame(() => requestAnimationFrame(shown)))')
      await until('it asks for them', () => expected.every(each => asked.includes(each)))
      assert.deepEqual(
        asked.filter(each => ANSWERED.test(each)),
        expected,
      )
      assert.deepEqual(browserErrors, [])
    })
  }

  for (const { path, screen } of [
    { path: '/', screen: DESKTOP },
    { path: '/?q=cat', screen: DESKTOP },
    { path: '/', screen: PHONE },
    { path: '/?tag=cat', screen: PHONE },
  ]) {
    it(`does not move when the rest arrives: ${path} at ${screen.viewport!.width} pixels`, async t => {
      const { page, origin } = await open(t, screen)
      await page.addInitScript(LIST_SHIFTS)
      await page.goto(origin + path)
      await page.getByRole('toolbar', { name: 'Tags' }).getByRole('button').nth(3).waitFor()
      await page.waitForLoadState('networkidle')
      assert.deepEqual(await page.evaluate('shifts'), [])
    })
  }

  it('does not move on the page of an avatar when its numbers arrive, also where lines break', async t => {
    const { page, origin } = await open(t, { ...PHONE, locale: 'ja-JP' })
    await page.addInitScript(LIST_SHIFTS)
    await page.goto(`${origin}/avatar/avtr_482bd2b7-5b25-4696-9628-28aa6d608113`)
    await page.getByText('過去30日間で').waitFor()
    await page.waitForLoadState('networkidle')
    assert.deepEqual(await page.evaluate('shifts'), [])
  })

  /**
   * Opens the page of an avatar.
   * @returns its HTML, and the URLs that its browser requested.
   */
  const openAvatar = async ({ page, origin, api }: SitePage) => {
    const answer = await fetch(`${api}/avatars/search?sort=popular&limit=1`)
    const { avatars } = (await answer.json()) as { avatars: { id: string }[] }
    const asked: string[] = []
    page.on('request', request => asked.push(request.url().slice(origin.length)))
    const response = await page.goto(`${origin}/avatar/${avatars[0]!.id}`)
    await page.locator('article h1').waitFor()
    await page.evaluate(`document.querySelector('article img').decode()`)
    return { id: avatars[0]!.id, html: await response!.text(), asked }
  }

  it('includes the picture of an avatar, which the HTML preloads and which is requested once', async t => {
    const { id, html, asked } = await openAvatar(await open(t))
    assert.match(html, /<link rel="preload" as="image"/)
    const pictures = asked.filter(path => path.startsWith(`/api/avatars/${id}/image`))
    assert.deepEqual(pictures, [`/api/avatars/${id}/image?size=1024`])
  })

  it('includes the pictures of the first screen, which are requested before the background work', async t => {
    const { page, origin } = await open(t, PHONE)
    const asked: string[] = []
    page.on('request', request => asked.push(request.url()))
    await page.goto(origin)
    const background = () => asked.findIndex(each => each.includes('/assets/background-'))
    await until('it asks for the background', () => background() > 0)
    const before = asked.slice(0, background()).filter(each => each.includes('/image?'))
    assert.ok(before.length >= 6, `${before.length} pictures`)
  })

  it('includes the small picture of the card, until the large one of the page has loaded', async t => {
    const { page, origin } = await open(t, PHONE)
    await page.goto(`${origin}/?q=cat`)
    await page.locator('[data-index="0"] img').waitFor()
    const file = await page.evaluate(`(image => image.decode().then(() => image.currentSrc))(
      document.querySelector('[data-index="0"] img'))`)
    await intercept(page, /[?&]size=(512|1024)$/, () => {})
    await page.locator('[data-index="0"]').getByRole('link').first().click()
    await page.locator('article h1').waitFor()
    assert.equal(
      await page.evaluate(`getComputedStyle(document.querySelector('main article img')).backgroundImage`),
      `url("${file}")`,
    )
  })

  it('includes scripts and texts, all preloaded by the HTML, so that none waits for another', async t => {
    const site = await open(t, { locale: 'ja-JP' })
    // The page requests these only after it is shown, and is complete without them, so they never arrive.
    const later = /\/assets\/(background|stream)-.*\.js$/
    await intercept(site.page, later, () => {})
    const { html, asked } = await openAvatar(site)
    await site.page.getByText('過去30日間で').waitFor()
    const scripts = asked.filter(path => path.endsWith('.js') && !later.test(path))
    assert.ok(scripts.some(path => path.startsWith('/assets/texts.ja')))
    assert.deepEqual(
      scripts.filter(path => !html.includes(path)),
      [],
    )
    assert.deepEqual(site.browserErrors, [])
  })
})
