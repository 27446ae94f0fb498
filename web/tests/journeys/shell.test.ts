import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { hasChromium } from '../../../server/tests/support/chromium.ts'
import { skipSuiteWithout } from '../../../server/tests/support/engines.ts'
import { until } from '../../../server/tests/support/until.ts'
import { accessibilityProblems } from '../support/axe.ts'
import { cards } from '../support/cards.ts'
import { intercept } from '../support/intercept.ts'
import { PHONE, signIn, startSharedSite, TABLET } from '../support/site.ts'
import { siteTexts } from '../support/texts.ts'

/** Runs in the page: the sum of its layout shifts until two frames from now. */
const LAYOUT_SHIFT = `new Promise(done => {
  let sum = 0
  const add = list => { for (const { value } of list.getEntries()) sum += value }
  new PerformanceObserver(add).observe({ type: 'layout-shift', buffered: true })
  requestAnimationFrame(() => requestAnimationFrame(() => done(sum)))
})`

/** Runs in the page: whether each media query about 720 pixels in its style sheets matches. */
const NARROW_RULES = `(() => {
  const within = rules => [...rules].flatMap(rule => [rule, ...(rule.cssRules ? within(rule.cssRules) : [])])
  return within([...document.styleSheets].flatMap(({ cssRules }) => [...cssRules]))
    .filter(({ media }) => media?.mediaText.includes('720'))
    .map(({ media }) => matchMedia(media.mediaText).matches)
})()`

const CARD_POSITION = `getComputedStyle(document.querySelector('li:has(> article)')).position`

/** Runs in the page: the texts of the cards that extend beyond the right edge of the printed page. */
const CARDS_CUT_BY_PAPER = `[...document.querySelectorAll('li > article')]
  .filter(card => card.getBoundingClientRect().right > innerWidth)
  .map(card => card.innerText)`

/** Runs in the page: opens the settings and measures, before the next frame, the pixels between button and menu. */
const MENU_DISTANCE = `(button => {
  button.click()
  const { top } = document.getElementById('menu').getBoundingClientRect()
  return Math.round(top - button.getBoundingClientRect().bottom)
})(document.querySelector('[popovertarget=menu]'))`

/** Runs in the page: the parts of the bar at the top that begin before the previous one ends. */
const OVERLAPPING_PARTS = `[...document.querySelector('header').children].filter((part, index, { [index - 1]: before }) => {
  const end = before && Math.max(...[before, ...before.querySelectorAll('*')].map(each => each.getBoundingClientRect().right))
  return end > part.getBoundingClientRect().left
}).map(part => part.textContent)`

/** Lightness of a grey in the computed style, from 0 to 1. */
const lightnessOf = (colour: string): number => {
  const first = Number(/[\d.]+/.exec(colour.replace('color(srgb', ''))![0])
  return colour.startsWith('rgb') ? first / 255 : first
}

describe('the shell of every page', () => {
  if (!hasChromium) return skipSuiteWithout('chromium')
  const open = startSharedSite()

  for (const locale of ['en', 'ja', 'ko', 'zh']) {
    it(`shows its name, the field and the links side by side on every screen, in ${locale}`, async t => {
      const { page, origin } = await open(t, { ...TABLET, locale })
      await page.goto(`${origin}/submit`)
      await page.getByRole('banner').waitFor()
      for (const width of [320, 719, 720, 820, 959, 960, 1024, 1100, 1280]) {
        await page.setViewportSize({ width, height: 800 })
        assert.deepEqual(await page.evaluate(OVERLAPPING_PARTS), [], `at ${width} pixels`)
      }
    })
  }

  it('on phones, marks the current page in forced colours and shows only the symbol of a filter', async t => {
    const { page, origin } = await open(t, PHONE)
    await page.emulateMedia({ forcedColors: 'active' })
    await page.goto(`${origin}/?q=cat`)
    await cards(page).first().waitFor()
    const styleOf = (selector: string, property: string) =>
      page.evaluate<string>(`getComputedStyle(document.querySelector('${selector}')).${property}`)
    const current = await styleOf('main ~ nav a[aria-current]', 'backgroundColor')
    const other = await styleOf('main ~ nav a:not([aria-current])', 'backgroundColor')
    const text = await styleOf('label[data-symbol] select', 'color')
    assert.deepEqual([current !== other, text], [true, 'rgba(0, 0, 0, 0)'])
  })

  it('shows the bars of a rating and the state of switches in forced colours', async t => {
    const { page, origin } = await open(t)
    await page.emulateMedia({ forcedColors: 'active' })
    await page.goto(`${origin}/?q=cat`)
    await cards(page).first().waitFor()
    const bars = (await page.evaluate(`getComputedStyle(
      document.querySelector('article [data-bars]')).backgroundImage.match(/(rgb|color)\\([^)]*\\)/g)`)) as string[]
    const [filled, empty] = bars.map(lightnessOf)
    assert.ok(Math.abs(filled! - empty!) > 0.4, `bars are ${bars}`)
    await page.goto(`${origin}/account`)
    const colours = (isOn: boolean) =>
      page.evaluate<string[]>(`(knob => [getComputedStyle(knob).backgroundColor,
        getComputedStyle(knob, '::before').backgroundColor])(
        document.querySelector('[role=switch][aria-checked=${isOn}]'))`)
    await page.getByRole('switch').first().waitFor()
    const [on, off] = [await colours(true), await colours(false)]
    assert.ok(on[0] !== on[1] && off[0] !== off[1] && on[0] !== off[0], `switches are ${on} and ${off}`)
  })

  it('has touch targets of 44 pixels in the top bar and on cards on a tablet', async t => {
    const { page, origin } = await open(t, { ...TABLET, hasTouch: true })
    await page.goto(`${origin}/?q=cat`)
    await cards(page).first().waitFor()
    for (const selector of ['header > a', 'header nav a', 'article > button']) {
      const { width, height } = (await page.locator(selector).first().boundingBox())!
      assert.ok(Math.min(width, height) >= 44, `${selector} is ${width} × ${height}`)
    }
  })

  it('applies every rule of the narrow layout below 720 pixels, and none above', async t => {
    const { page, origin } = await open(t)
    await page.goto(`${origin}/?q=cat`)
    await cards(page).first().waitFor()
    for (const width of [719, 720, 721]) {
      await page.setViewportSize({ width, height: 900 })
      const [above, below] = [page.locator('header nav'), page.locator('main ~ nav')]
      const isNarrow = width < 720
      assert.deepEqual([await above.isVisible(), await below.isVisible()], [!isNarrow, isNarrow], `${width}`)
      const sizes = await page.evaluate(`matchMedia(
        document.querySelector('article img').sizes.match(/^\\(.*?\\)/)[0]).matches`)
      assert.equal(sizes, isNarrow, `the width of pictures at ${width}`)
      const edges = await page.evaluate(NARROW_RULES)
      assert.deepEqual([...new Set(edges as boolean[])], [isNarrow], `style sheets at ${width}`)
    }
  })

  it('keeps 8 to 24 pixels between the trending cards of the start page at every width', async t => {
    const { page, origin } = await open(t)
    await page.goto(origin)
    for (const width of [500, 600, 719, 720]) {
      await page.setViewportSize({ width, height: 900 })
      const [first, second] = await page.locator('section li:nth-child(-n + 2)').all()
      const [firstBox, secondBox] = [(await first!.boundingBox())!, (await second!.boundingBox())!]
      const distance = secondBox.x - firstBox.x - firstBox.width
      assert.ok(distance >= 8 && distance <= 24, `cards are ${distance} px apart at ${width}`)
    }
  })

  it('prints the content of a page in light colours, without bars and buttons', async t => {
    const { page, origin } = await open(t)
    for (const path of ['/?q=cat', '/avatar/avtr_482bd2b7-5b25-4696-9628-28aa6d608113']) {
      await page.emulateMedia({ media: 'screen', colorScheme: 'dark' })
      await page.goto(origin + path)
      await page.locator('li article h3 a').first().waitFor()
      await page.emulateMedia({ media: 'print' })
      assert.equal(await page.evaluate('getComputedStyle(document.documentElement).colorScheme'), 'light')
      for (const control of await page.locator('header, nav, aside, button').all())
        assert.equal(await control.isVisible(), false, await control.innerText())
      const position = await page.evaluate(CARD_POSITION)
      assert.equal(position, 'static', 'cards are in the normal flow')
      assert.deepEqual(await page.evaluate(CARDS_CUT_BY_PAPER), [])
    }
  })

  it('changes language and theme without a reload, and keeps them after one', async t => {
    const { page, origin } = await open(t)
    await page.goto(`${origin}/?q=cat`)
    await page.getByRole('heading', { name: 'avatars match cat' }).waitFor()
    await page.evaluate('scrollTo(0, 900)')
    await page.getByRole('button', { name: 'Settings' }).click()
    await page.getByRole('combobox', { name: 'Language' }).selectOption('ja')
    await page.getByRole('heading', { name: '「cat」の検索結果' }).waitFor()
    assert.equal(await page.evaluate('document.documentElement.lang'), 'ja')
    assert.equal(await page.evaluate('scrollY'), 900)
    const colors = () => page.evaluate('getComputedStyle(document.documentElement).colorScheme')
    assert.equal(await colors(), 'light dark')
    await page.getByRole('radio', { name: 'ダーク' }).check()
    assert.equal(await colors(), 'dark')
    await page.reload()
    await page.getByRole('heading', { name: '「cat」の検索結果' }).waitFor()
    assert.equal(await colors(), 'dark')
  })

  it('exposes the rank of an avatar to screen readers only by its position in the list', async t => {
    const { page, origin } = await open(t)
    await page.goto(origin)
    const first = page.getByRole('region', { name: 'Most viewed this week' }).getByRole('listitem').first()
    await first.getByRole('link').waitFor()
    assert.match((await first.textContent()) ?? '', /1$/)
    assert.doesNotMatch(await first.ariaSnapshot(), /^ *- text:.*\b1$/m)
  })

  it('exposes the views of a card in the word order of the language', async t => {
    const { page, origin } = await open(t, { ...PHONE, locale: 'ja-JP' })
    await page.goto(`${origin}/?q=cat&sort=popular`)
    const card = page.getByRole('listitem').filter({ hasText: 'Maid Nardoraptor' })
    await card.getByRole('link').waitFor()
    assert.match(await card.ariaSnapshot(), /閲覧数 1\.9万/)
  })

  it('signs in and returns to the page, and signs out', async t => {
    const site = await open(t)
    const { page, origin } = site
    await page.goto(`${origin}/?q=cat`)
    await page.getByRole('button', { name: 'Settings' }).click()
    await page.getByRole('dialog').getByRole('link', { name: 'Sign in' }).click()
    await page.getByRole('link', { name: 'Momo' }).click()
    await page.waitForURL(`${origin}/?q=cat`)
    await page.getByRole('button', { name: 'Account' }).click()
    await page.getByText('@momo').waitFor()
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.getByRole('button', { name: 'Settings' }).waitFor()
  })

  it('lists all keyboard shortcuts on "?", and returns the focus', async t => {
    const { page, origin } = await open(t)
    await page.goto(origin)
    const card = cards(page).first()
    await card.focus()
    await page.keyboard.press('?')
    const dialog = page.getByRole('dialog', { name: 'All keyboard shortcuts' })
    await dialog.waitFor()
    await page.keyboard.press('g')
    await page.keyboard.press('s')
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    assert.equal(await card.evaluate(element => element.matches(':focus')), true)
  })

  it('goes to a page by "g", and moves the focus to it', async t => {
    const { page, origin } = await open(t)
    await page.goto(`${origin}/?q=cat`)
    await cards(page).first().click()
    await page.getByRole('heading', { name: 'Numbers' }).waitFor()
    await until('its heading has the focus', async () =>
      Boolean(await page.evaluate(`document.activeElement.matches('h1')`)),
    )
    await page.keyboard.press('g')
    await page.keyboard.press('s')
    await page.waitForURL(`${origin}/`)
  })

  it('goes to the account by "g" and "a"', async t => {
    const site = await open(t)
    const { page, origin } = site
    await signIn(site, '/?q=cat')
    await cards(page).first().focus()
    await page.keyboard.press('g')
    await page.keyboard.press('a')
    await page.waitForURL(`${origin}/account`)
    await until('its heading has the focus', async () =>
      Boolean(await page.evaluate(`document.activeElement.matches('h1')`)),
    )
  })

  it('opens the settings by the Enter key, and Tab then reaches their controls', async t => {
    const { page, origin } = await open(t)
    await page.goto(`${origin}/?q=cat`)
    const button = page.getByRole('button', { name: 'Settings' })
    await button.press('Enter')
    const menu = page.getByRole('dialog', { name: 'Settings' })
    await menu.getByRole('combobox', { name: 'Language' }).waitFor()
    await page.keyboard.press('Tab')
    assert.equal(await menu.locator(':focus').count(), 1)
    await page.keyboard.press('Escape')
    await menu.waitFor({ state: 'hidden' })
    assert.equal(await button.evaluate(element => element.matches(':focus')), true)
  })

  it('has a page for unknown addresses, with the newest avatars', async t => {
    const { page, origin } = await open(t)
    const answer = await page.goto(`${origin}/nowhere/at/all`)
    assert.equal(answer?.status(), 404)
    await page.getByRole('heading', { name: 'There is nothing here' }).waitFor()
    await page.locator('main li h3 a').nth(5).waitFor()
    await page.locator('main').getByRole('searchbox', { name: 'Search' }).fill('dragon')
    await page.keyboard.press('Enter')
    await page.waitForURL(`${origin}/?q=dragon`)
  })

  it('says that the browser is offline', async t => {
    const { page, origin } = await open(t)
    await page.goto(`${origin}/?q=cat`)
    await page.getByRole('heading', { name: 'avatars match cat' }).waitFor()
    await page.context().setOffline(true)
    await page.getByText('You are offline').waitFor()
    await page.getByRole('heading', { name: 'avatars match cat' }).waitFor()
    await page.context().setOffline(false)
    await page.getByText('You are offline').waitFor({ state: 'hidden' })
  })

  it('says that the server has a newer build', async t => {
    const { page, origin, settle } = await open(t)
    await page.clock.install()
    await page.goto(`${origin}/?q=cat`)
    await page.getByRole('heading', { name: 'avatars match cat' }).waitFor()
    await settle()
    await intercept(page, `${origin}/`, route =>
      route.fulfill({ body: '<script src="/assets/main-2.js"></script>' }),
    )
    await page.clock.fastForward('11:00')
    await page.evaluate(`dispatchEvent(new Event('visibilitychange'))`)
    await page.getByText('There is a newer version of this site.').waitFor()
  })

  it('opens settings directly below their button in the first frame where motion is reduced', async t => {
    const { page, origin } = await open(t)
    await page.goto(origin)
    await page.getByRole('banner').getByRole('button', { name: 'Settings' }).waitFor()
    assert.equal(await page.evaluate(MENU_DISTANCE), 0)
  })

  it('opens settings below their button, also below the bar of the demo', async t => {
    const { page, origin } = await open(t)
    await page.goto(origin)
    const button = page.getByRole('banner').getByRole('button', { name: 'Settings' })
    await button.click()
    const menu = page.getByRole('dialog', { name: 'Settings' })
    await menu.getByRole('group', { name: 'Theme' }).waitFor()
    const [menuBox, buttonBox] = [(await menu.boundingBox())!, (await button.boundingBox())!]
    assert.equal(Math.round(menuBox.y), Math.round(buttonBox.y + buttonBox.height))
  })

  it('has links to four pages at the bottom of a phone, and marks the current one', async t => {
    const { page, origin, browserErrors } = await open(t, PHONE)
    await page.goto(`${origin}/?q=cat`)
    const dock = page.getByRole('navigation', { name: 'Pages' })
    const links = dock.getByRole('link')
    assert.deepEqual(await links.allInnerTexts(), ['Search', 'Insights', 'Saved', 'Account'])
    for (const link of await links.all()) {
      const { width, height } = (await link.boundingBox())!
      assert.ok(Math.min(width, height) >= 44, `${width} × ${height}`)
    }
    const current = dock.locator('[aria-current=page]')
    assert.deepEqual(await current.allInnerTexts(), ['Search'])
    await dock.getByRole('link', { name: 'Account' }).tap()
    await page.getByRole('heading', { name: 'Account' }).waitFor()
    await page.getByText('Sign in to see your settings').waitFor()
    assert.deepEqual(await current.allInnerTexts(), ['Account'])
    await page.getByRole('radio', { name: 'Dark' }).check()
    assert.equal(await page.evaluate('document.documentElement.dataset.theme'), 'dark')
    assert.deepEqual(await accessibilityProblems(page), [])
    assert.deepEqual(browserErrors, [])
  })

  it('has no link to saved avatars where nobody can sign in', async t => {
    const { page, origin, api } = await open(t)
    const html = await (await fetch(new URL('/submit', api))).text()
    await intercept(page, `${origin}/submit`, async route => {
      await route.fulfill({ body: html.replace('"signIn":true', '"signIn":false'), contentType: 'text/html' })
    })
    await page.goto(`${origin}/submit`)
    const links = page.getByRole('banner').getByRole('navigation').getByRole('link')
    await links.first().waitFor()
    assert.deepEqual(await links.allInnerTexts(), ['Insights', 'Submit', 'API'])
    await page.setViewportSize(PHONE.viewport)
    const dock = page.getByRole('navigation', { name: 'Pages' }).getByRole('link')
    assert.deepEqual(await dock.allInnerTexts(), ['Search', 'Insights', 'Account'])
  })

  it('keeps the focused element above the bar of pages on a phone', async t => {
    const site = await open(t, PHONE)
    const { page, origin } = site
    const isAboveBar = () =>
      page.evaluate(`(() => {
        const { bottom } = document.activeElement.getBoundingClientRect()
        const bar = [...document.querySelectorAll('nav')].at(-1)
        return bar.contains(document.activeElement) || bottom <= bar.getBoundingClientRect().top
      })()`)
    await page.goto(`${origin}/insights`)
    await page.getByRole('button', { name: 'Days as CSV' }).waitFor()
    await site.settle()
    for (let stop = 1; stop <= 25; stop++) {
      await page.keyboard.press('Tab')
      const name = await page.evaluate('document.activeElement.outerHTML.slice(0, 200)')
      assert.ok(await isAboveBar(), `stop ${stop}: ${name}`)
    }
    await page.goto(`${origin}/?q=cat`)
    await cards(page).first().focus()
    await page.keyboard.press('PageDown')
    assert.ok(await isAboveBar(), 'the card after PageDown')
  })

  it('links to Submit in the menu on a phone, because the bar of pages has no room for it', async t => {
    const { page, origin } = await open(t, PHONE)
    await page.goto(`${origin}/?q=cat`)
    const button = page.getByRole('banner').getByRole('button', { name: 'Settings' })
    const { width, height } = (await button.boundingBox())!
    assert.deepEqual([width, height], [44, 44])
    await button.tap()
    await page.getByRole('dialog', { name: 'Settings' }).getByRole('link', { name: 'Submit' }).tap()
    await page.waitForURL(`${origin}/submit`)
  })

  it('opens account and settings at the bottom of a phone', async t => {
    const site = await open(t, PHONE)
    const { page, origin } = site
    await signIn(site)
    await page.getByRole('button', { name: 'Account' }).tap()
    const menu = page.getByRole('dialog', { name: 'Settings' })
    await menu.getByText('@momo').waitFor()
    const box = (await menu.boundingBox())!
    assert.equal(Math.round(box.y + box.height), 844)
    await page.keyboard.press('Escape')
    await menu.waitFor({ state: 'hidden' })
    assert.equal(page.url(), `${origin}/`)
  })

  it('shows a notice of the demo with how to fill the catalog, without a layout shift, until it is dismissed', async t => {
    const { page, origin, browserErrors } = await open(t, PHONE)
    await page.goto(origin, { waitUntil: 'networkidle' })
    const bar = page.getByRole('complementary', { name: 'Demo' })
    const notice = bar.locator('p span')
    await notice.getByText('Made-up avatars and people').waitFor()
    const heights = new Set<number>()
    for (const locale of ['ja', 'ko', 'zh', 'en'] as const) {
      const text = (await siteTexts('app', locale))('demoText')
      await notice.evaluate((element, text) => element.replaceChildren(text), text)
      heights.add((await bar.boundingBox())!.height)
    }
    assert.deepEqual([...heights], [48])
    assert.equal(await page.evaluate(LAYOUT_SHIFT), 0)
    await bar.getByRole('button', { name: 'Fill the catalog' }).tap()
    const dialog = page.getByRole('dialog', { name: 'Fill the catalog' })
    await dialog.getByText('script/avatary import').waitFor()
    await dialog.getByText('--help', { exact: true }).waitFor()
    assert.doesNotMatch(await dialog.innerText(), /\.md/, 'the server does not serve the documents')
    assert.deepEqual(await accessibilityProblems(page), [])
    await page.keyboard.press('Escape')
    await bar.getByRole('button', { name: 'Hide this until the tab is closed' }).tap()
    await bar.waitFor({ state: 'detached' })
    await page.goto(`${origin}/?q=cat`)
    await page.getByRole('heading', { name: 'avatars match cat' }).waitFor()
    assert.equal(await bar.count(), 0)
    assert.deepEqual(browserErrors, [])
  })
})
