import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { hasChromium } from '../../../server/tests/support/chromium.ts'
import { skipSuiteWithout } from '../../../server/tests/support/engines.ts'
import { until } from '../../../server/tests/support/until.ts'
import { cards } from '../support/cards.ts'
import { intercept } from '../support/intercept.ts'
import { DESKTOP, PHONE, startSharedSite } from '../support/site.ts'

const heading = (page: Page) => page.locator('h1')

/** Keeps what the page moved later than half a second after a press, and when the last press was. */
const LIST_MOVED = `globalThis.moved = []
  for (const press of ['keydown', 'click'])
    addEventListener(press, () => { globalThis.pressedAt = performance.now() })
  new PerformanceObserver(list => {
    for (const { hadRecentInput, sources } of list.getEntries())
      if (!hadRecentInput) moved.push(...sources.map(({ node }) => node?.outerHTML ?? node?.data))
  }).observe({ type: 'layout-shift', buffered: true })`

const isLate = (page: Page) =>
  until('it is late', () => page.evaluate<boolean>('performance.now() - pressedAt > 600'))

describe('typing a search', () => {
  if (!hasChromium) return skipSuiteWithout('chromium')
  const open = startSharedSite()

  it('follows each keystroke, and makes one entry in the history of what was typed', async t => {
    const { page, origin } = await open(t)
    await page.goto(origin)
    await cards(page).first().waitFor()
    await page.keyboard.press('/')
    // Does not wait between the keys, because a text that stays for 600 ms creates a history entry.
    await Promise.all(['c', 'a', 't'].map(key => page.keyboard.press(key)))
    await heading(page).getByText('avatars match cat').waitFor()
    await page.keyboard.press('Enter')
    assert.equal(new URL(page.url()).search, '?q=cat')
    await page.goBack()
    await heading(page).getByText('creators').waitFor()
    assert.equal(new URL(page.url()).search, '')
    await page.goForward()
    await heading(page).getByText('avatars match cat').waitFor()
    assert.equal(await page.getByRole('combobox', { name: 'Search avatars' }).inputValue(), 'cat')
  })

  for (const screen of [DESKTOP, PHONE])
    it(`changes the page with a keystroke, without layout shifts when results are late: ${screen.viewport.width}`, async t => {
      const { page, origin, settle } = await open(t, screen)
      await page.addInitScript(LIST_MOVED)
      await page.goto(origin)
      await cards(page).first().waitFor()
      await page.getByRole('toolbar', { name: 'Tags' }).getByRole('button').first().waitFor()
      const release = Promise.withResolvers<void>()
      await intercept(page, /\/api\/(avatars\/search|search\/facets)\?q=/, async route => {
        await release.promise
        await route.continue()
      })
      const shelf = page.getByRole('heading', { name: 'Most viewed this week' })
      await page.keyboard.press('/')
      await Promise.all(['c', 'a', 't'].map(key => page.keyboard.press(key)))
      await page.waitForURL(`${origin}/?q=cat`)
      assert.equal(await shelf.count(), 0)
      await isLate(page)
      release.resolve()
      await heading(page).getByText('avatars match cat').waitFor()
      await page.getByRole('button', { name: /^catgirl/ }).waitFor()
      await settle()
      assert.deepEqual(await page.evaluate('moved'), [])
    })

  for (const screen of [DESKTOP, PHONE])
    it(`ends at a home page without layout shifts when its answers are late: ${screen.viewport.width}`, async t => {
      const { page, origin, settle } = await open(t, screen)
      await page.addInitScript(LIST_MOVED)
      await page.goto(`${origin}/?q=cat`)
      await cards(page).first().waitFor()
      await settle()
      const release = Promise.withResolvers<void>()
      await intercept(page, '**/api/**', async route => {
        await release.promise
        await route.continue()
      })
      await page.locator('header a').first().click()
      await page.getByRole('heading', { name: 'All avatars' }).waitFor()
      await isLate(page)
      release.resolve()
      await heading(page).getByText('creators').waitFor()
      await page.locator('h1 + p a').first().waitFor()
      await settle()
      assert.deepEqual(await page.evaluate('moved'), [])
    })

  it('stays on the page to which "back" led while the visitor typed', async t => {
    const { page, origin } = await open(t)
    await page.clock.install()
    await page.goto(`${origin}/insights`)
    await page.locator('a[href="/"]').first().click()
    await cards(page).first().waitFor()
    await intercept(page, '**/api/avatars/search?q=*', () => {})
    await page.keyboard.press('/')
    // A single script, because 200 milliseconds later the address follows the typed text.
    await page.evaluate(`
      document.execCommand('insertText', false, 'c')
      history.back()
    `)
    await page.waitForURL(`${origin}/insights`)
    await page.clock.runFor(2000)
    assert.equal(page.url(), `${origin}/insights`)
  })

  it('leaves another page only when the search is sent, not when the field is left', async t => {
    const { page, origin } = await open(t)
    await page.goto(`${origin}/submit`)
    const field = page.getByRole('combobox', { name: 'Search avatars' })
    const address = `${origin}/submit`
    for (const keys of [['Tab'], ['Escape', 'Escape']]) {
      await field.fill('dragon')
      for (const key of keys) await page.keyboard.press(key)
      assert.equal(await field.evaluate(input => input.matches(':focus')), false)
      assert.equal(page.url(), address)
      assert.equal(await field.inputValue(), 'dragon')
    }
    await page.getByRole('button', { name: 'Clear' }).click()
    assert.equal(page.url(), address)
    assert.equal(await field.inputValue(), '')
    await field.fill('dragon')
    await page.getByRole('link', { name: 'Avatary' }).click()
    await page.getByRole('heading', { name: 'All avatars' }).waitFor()
    assert.equal(await field.inputValue(), '', 'what was not searched for is not shown beside all avatars')
    await page.goBack()
    await field.fill('dragon')
    await page.keyboard.press('Enter')
    await page.waitForURL(`${origin}/?q=dragon`)
  })

  it('marks the searches of keystrokes as provisional, and repeats the last one without the mark', async t => {
    const { page, origin } = await open(t)
    await page.goto(origin)
    await cards(page).first().waitFor()
    const asked: string[] = []
    page.on('request', request => {
      const { searchParams } = new URL(request.url())
      const isFirstPage = searchParams.has('q') && searchParams.get('offset') === '0'
      const mark = request.headers()['search-provisional'] ?? 'none'
      if (isFirstPage) asked.push(`${searchParams.get('q')}, mark ${mark}`)
    })
    await page.keyboard.press('/')
    await Promise.all(['c', 'a', 'Enter'].map(key => page.keyboard.press(key)))
    await heading(page).getByText('avatars match ca').waitFor()
    await until('it counts', () => asked.includes('ca, mark none'))
    await page.getByRole('link', { name: 'Avatary' }).click()
    await heading(page).getByText('creators').waitFor()
    await page.goBack()
    await heading(page).getByText('avatars match ca').waitFor()
    assert.deepEqual(asked, ['c, mark ?1', 'ca, mark ?1', 'ca, mark none'])
  })

  it('keeps the results while a qualifier lacks its value, and searches for it on Enter', async t => {
    const { page, origin, settle } = await open(t)
    await page.clock.install()
    await page.goto(`${origin}/?q=cat`)
    await heading(page).getByText('avatars match cat').waitFor()
    await settle()
    const asked: (string | null)[] = []
    page.on('request', request => {
      const { pathname, searchParams } = new URL(request.url())
      if (pathname === '/api/avatars/search') asked.push(searchParams.get('q'))
    })
    const field = page.getByRole('combobox', { name: 'Search avatars' })
    await field.fill('cat tag:')
    await page.clock.fastForward(2000)
    await settle()
    assert.deepEqual(asked, [])
    assert.match(await heading(page).innerText(), /avatars match cat$/)
    await field.press('Enter')
    await heading(page).getByText('match cat tag:').waitFor()
  })

  it('keeps the results while the beginning of a tag matches nothing, until the visitor stops typing', async t => {
    const { page, origin, settle } = await open(t)
    await page.clock.install()
    await page.goto(`${origin}/?q=cat`)
    await heading(page).getByText('avatars match cat').waitFor()
    await settle()
    await page.clock.pauseAt(Date.now() + 60_000)
    const field = page.getByRole('combobox', { name: 'Search avatars' })
    const type = async (text: string) => {
      const isAnswered = page.waitForResponse(
        response =>
          new URL(response.url()).searchParams.get('q') === text && response.url().includes('/search?'),
      )
      await field.fill(text)
      await (await isAnswered).finished()
      await page.clock.runFor(300)
    }
    await type('tag:ca')
    assert.match(await heading(page).innerText(), /avatars match cat$/)
    await type('tag:cat')
    await heading(page).getByText('match tag:cat').waitFor()
    await type('tag:caz')
    await page.clock.runFor(1000)
    await heading(page).getByText('match tag:caz').waitFor()
  })

  it('updates the cards below the visible ones once the visitor stops typing', async t => {
    const { page, origin, api } = await open(t)
    await page.goto(origin)
    await cards(page).first().waitFor()
    await page.keyboard.press('/')
    await Promise.all(['c', 'a', 't'].map(key => page.keyboard.press(key)))
    const answer = await fetch(`${api}/avatars/search?q=cat&sort=relevance&limit=60`)
    const { avatars } = (await answer.json()) as { avatars: { name: string }[] }
    await until('all cards are of this search', async () => {
      const names = await cards(page).allTextContents()
      return names.length > 20 && names.every((name, index) => name === avatars[index]?.name)
    })
  })

  it('shows no picture of an avatar beside the name of another', async t => {
    const { page, origin } = await open(t)
    await page.goto(`${origin}/?q=cat`)
    const first = page.locator('li[aria-posinset="1"]')
    await first.locator('img').evaluate((image: { decode(): Promise<void> }) => image.decode())
    const name = await first.locator('h3').innerText()
    const shown = await first.locator('img').screenshot()
    await intercept(page, '**/image?*', () => {})
    await page.getByRole('combobox', { name: 'Order' }).selectOption('popular')
    await first.getByText(name, { exact: true }).waitFor({ state: 'detached' })
    assert.equal(shown.equals(await first.locator('img').screenshot()), false)
    await page.unrouteAll({ behavior: 'ignoreErrors' })
  })
})
