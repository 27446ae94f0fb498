import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { hasChromium } from '../../../server/tests/support/chromium.ts'
import { skipSuiteWithout } from '../../../server/tests/support/engines.ts'
import { until } from '../../../server/tests/support/until.ts'
import { accessibilityProblems } from '../support/axe.ts'
import { intercept } from '../support/intercept.ts'
import { saveMany } from '../support/many-saved.ts'
import { type Collection, cardAt, groupLink, shownCountOf } from '../support/saved.ts'
import { DESKTOP, PHONE, signIn, startSite } from '../support/site.ts'

/** Waits for the cards of the selected group; until then, those of the previous group are shown. */
const untilShown = (page: Page) => page.locator('ol[aria-busy="false"]').waitFor()

describe('saved avatars', () => {
  if (!hasChromium) return skipSuiteWithout('chromium')
  const open = startSite()

  it('are explained to a signed-out visitor, who returns to the page after the sign-in', async t => {
    const site = await open(t, PHONE)
    const { page, origin } = site
    await page.goto(`${origin}/saved`)
    await page.getByRole('heading', { level: 1, name: 'Your saved avatars' }).waitFor()
    assert.deepEqual(await accessibilityProblems(page), [])
    assert.deepEqual(site.browserErrors, [])
    await page.getByRole('main').getByRole('link', { name: 'Sign in' }).click()
    await page.getByRole('link', { name: 'Momo' }).click()
    await page.waitForURL(`${origin}/saved`)
    await page.getByRole('heading', { name: 'Nothing saved yet' }).waitFor()
    assert.deepEqual(await accessibilityProblems(page), [])
  })

  it('name the shortcuts for saving and liking to a signed-out visitor where a keyboard is likely', async t => {
    for (const [screen, isNamed] of [
      [DESKTOP, true],
      [PHONE, false],
    ] as const) {
      const site = await open(t, screen)
      const { page, origin } = site
      await signIn(site, '/saved', 'Newcomer')
      const text = page.getByRole('heading', { level: 2 }).locator('+ p')
      assert.equal((await text.innerText()).includes('or s on your keyboard'), isNamed)
      await page.goto(`${origin}/saved?view=likes`)
      assert.equal((await text.innerText()).includes('or l on your keyboard'), isNamed)
      assert.deepEqual(site.browserErrors, [])
    }
  })

  it('explain how to order them: by keys where a keyboard is likely, elsewhere by a gesture', async t => {
    for (const [screen, hint] of [
      [DESKTOP, 'Alt and the arrow keys'],
      [PHONE, 'Touch and hold'],
    ] as const) {
      const site = await open(t, screen)
      await signIn(site, '/saved?sort=own', 'Yuki')
      await site.page.getByText(hint).waitFor()
    }
  })

  it('are selected by keys, removed together, and restored with their groups', async t => {
    const site = await open(t, DESKTOP)
    const { page } = site
    await signIn(site, '/saved', 'Yuki')
    await groupLink(page, 'Foxes').click()
    await untilShown(page)
    const before = await shownCountOf(page, 'Foxes')
    await cardAt(page, 0).locator('h3 a').focus()
    await page.keyboard.press('Shift+ArrowRight')
    await page.keyboard.press('Shift+ArrowRight')
    await page.getByRole('toolbar', { name: '3 selected' }).waitFor()
    await page.keyboard.press('x')
    const bar = page.getByRole('toolbar', { name: '2 selected' })
    assert.deepEqual(await accessibilityProblems(page), [])
    await bar.getByRole('button', { name: 'Remove' }).click()
    await page.getByText('2 avatars removed').waitFor()
    await until('they are gone', async () => (await shownCountOf(page, 'Foxes')) === before - 2)
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByText('2 avatars restored').waitFor()
    await until('they are back in their group', async () => (await shownCountOf(page, 'Foxes')) === before)
    assert.deepEqual(site.browserErrors, [])
  })

  it('of the previous group are not selected in the next one while it loads', async t => {
    const site = await open(t, DESKTOP)
    const { page, origin } = site
    await signIn(site, '/saved', 'Yuki')
    await groupLink(page, 'Foxes').click()
    await untilShown(page)
    const answer = Promise.withResolvers<void>()
    await intercept(page, `${origin}/api/favorites?*group=none*`, async route => {
      await answer.promise
      await route.continue()
    })
    await groupLink(page, 'No group').click()
    await page.locator('ol[aria-busy="true"]').waitFor()
    await cardAt(page, 0).locator('h3 a').focus()
    await page.keyboard.press('x')
    await page.getByRole('toolbar', { name: '1 selected' }).waitFor()
    answer.resolve()
    await untilShown(page)
    assert.equal(await page.getByRole('toolbar', { name: 'selected' }).count(), 0)
    assert.equal(await page.locator('[data-selected]').count(), 0)
    assert.deepEqual(site.browserErrors, [])
  })

  it('have a menu in which arrows, Home and End move, while the page stays', async t => {
    const site = await open(t, DESKTOP)
    const { page } = site
    await signIn(site, '/saved', 'Yuki')
    await cardAt(page, 0).locator('h3 a').waitFor()
    const more = page.getByRole('button', { name: 'Import, export, clear' })
    await more.press('Enter')
    const entries = [
      'Import a list…',
      'JSON, with groups',
      'CSV, for spreadsheets',
      'VRCX list',
      'Undo the last removal',
      'Remove all saved avatars…',
    ]
    const [first, last] = [entries[0]!, entries.at(-1)!]
    const isAt = async (key: string, name: string) => {
      await page.keyboard.press(key)
      assert.equal(await page.evaluate('document.activeElement.textContent'), name, key)
    }
    for (const name of entries) await isAt('ArrowDown', name)
    await isAt('ArrowDown', first)
    await isAt('ArrowUp', last)
    await isAt('Home', first)
    await isAt('End', last)
    await site.settle()
    assert.equal(await page.evaluate('scrollY'), 0)
    await page.keyboard.press('Escape')
    assert.equal(await more.evaluate(button => button.matches(':focus')), true)
    await page.keyboard.press('ArrowDown')
    await until('the page scrolls', () => page.evaluate('scrollY > 0'))
    assert.deepEqual(site.browserErrors, [])
  })

  it('are all removed, and restored', async t => {
    const site = await open(t, PHONE)
    const { page } = site
    await signIn(site, '/saved', 'Yuki')
    await cardAt(page, 0).waitFor()
    const before = await page.evaluate(`fetch('/api/favorites').then(answer => answer.text())`)
    await page.getByRole('button', { name: 'Import, export, clear' }).click()
    await page.getByRole('button', { name: 'Remove all saved avatars…' }).click()
    const text = page.getByRole('dialog').getByText('Groups stay.')
    const { x, width } = (await text.boundingBox())!
    assert.ok(x + width <= 390, 'its lines break within the screen')
    await page.getByRole('button', { name: 'Remove all', exact: true }).click()
    await page.getByRole('heading', { name: 'Nothing saved yet' }).waitFor()
    await page.getByRole('button', { name: 'Undo' }).click()
    await cardAt(page, 0).waitFor()
    assert.equal(await page.evaluate(`fetch('/api/favorites').then(answer => answer.text())`), before)
  })

  it('are found by a word, kept in the address, and explained where they are not listed', async t => {
    const site = await open(t, DESKTOP)
    const { page, origin } = site
    await signIn(site, '/saved', 'Yuki')
    await page.getByRole('searchbox', { name: 'Search in saved' }).fill('lantern moth')
    await cardAt(page, 0).getByText('Lantern Moth').waitFor()
    await until('the address has it', () => page.url() === `${origin}/saved?q=lantern+moth`)
    await page.getByText('1 avatar', { exact: true }).waitFor()
    await cardAt(page, 0).getByText('Unavailable').waitFor()
    await page.goto(`${origin}/saved?group=unavailable`)
    await page.getByText('Their creator took them out of the lists').waitFor()
    assert.equal(await page.locator('[data-index]').count(), 3)
    assert.deepEqual(await accessibilityProblems(page), [])
  })

  it('are rendered as few elements when there are 10,000, can be searched, and selected 500 at a time', async t => {
    const site = await open(t, DESKTOP)
    const { page, origin } = site
    await signIn(site, '/submit', 'Yuki')
    await saveMany(page, 10_000)
    await page.goto(`${origin}/saved`)
    await page.getByText('10,000 avatars').waitFor()
    const nodes = async () => Number(await page.evaluate(`document.querySelectorAll('*').length`))
    for (const share of [0.25, 0.5, 1]) {
      await page.evaluate(`scrollTo(0, document.documentElement.scrollHeight * ${share})`)
      await page.locator('[data-index] h3 a').last().waitFor()
      assert.ok((await nodes()) < 1500, `${await nodes()} elements at ${share}`)
    }
    await cardAt(page, 9999).getByText('10000').waitFor()
    await cardAt(page, 9999).locator('h3 a').focus()
    await page.keyboard.press('x')
    await page
      .getByRole('toolbar', { name: '1 selected' })
      .getByRole('button', { name: 'Select the first 500' })
      .click()
    await page.getByRole('toolbar', { name: '501 selected' }).waitFor()
    await cardAt(page, 9999).locator('h3 a').focus()
    await page.keyboard.press('x')
    await page.getByRole('toolbar', { name: '500 selected' }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('searchbox', { name: 'Search in saved' }).fill('9876')
    await page.getByText('1 avatar', { exact: true }).waitFor()
    await cardAt(page, 0).getByText('9876').waitFor()
    assert.deepEqual(site.browserErrors, [])
  })

  it('are imported from a list of VRCX, and those that are not listed can be submitted', async t => {
    const site = await open(t, DESKTOP)
    const { page, origin } = site
    await signIn(site, '/saved', 'Admin')
    const found = (await page.evaluate(
      `fetch('/api/avatars/search?limit=2').then(answer => answer.json())`,
    )) as Collection
    const unknown = 'avtr_00000000-0000-4000-8000-00000000beef'
    const rows = [...found.avatars, { id: unknown, name: 'Nobody' }].map(({ id, name }) => `${id},"${name}"`)
    await page.getByRole('button', { name: 'Import, export, clear' }).click()
    await page.getByRole('button', { name: 'Import a list…' }).click()
    const buffer = Buffer.from(['ID,Name', ...rows].join('\r\n'))
    await page
      .getByLabel('Choose a file')
      .setInputFiles({ name: 'favorites.csv', mimeType: 'text/csv', buffer })
    await page.getByText('2 avatars saved').waitFor()
    assert.deepEqual(await accessibilityProblems(page), [])
    await page.getByRole('link', { name: 'Submit those that are not listed' }).click()
    await page.waitForURL(`${origin}/submit`)
    assert.equal(await page.getByRole('textbox', { name: 'Paste' }).inputValue(), unknown)
    await page.goBack()
    await until('both are listed', async () => (await page.locator('[data-index]').count()) === 2)
  })

  it('are in Japanese in a Japanese browser, and so are likes', async t => {
    const site = await open(t, { ...PHONE, locale: 'ja-JP' })
    const { page } = site
    await signIn(site, '/saved', 'Yuki')
    await page.getByRole('heading', { level: 1, name: '保存済み' }).waitFor()
    await page.getByRole('main').getByRole('link', { name: 'いいね' }).click()
    await cardAt(page, 0)
      .getByRole('button', { name: /にいいね$/, pressed: true })
      .waitFor()
    assert.deepEqual(await accessibilityProblems(page), [])
    assert.deepEqual(site.browserErrors, [])
  })

  it('say why they did not load, and retry after too many requests', async t => {
    const site = await open(t, DESKTOP)
    const { page, origin } = site
    await signIn(site, '/', 'Yuki')
    const refuse = (status: number, body: object, headers = {}) =>
      intercept(page, '**/api/favorites?*', route =>
        route.fulfill({ status, headers, json: { error: 'No', ...body } }),
      )
    await refuse(500, { code: 'internal' })
    await page.goto(`${origin}/saved`)
    await page.getByRole('button', { name: 'Try again' }).waitFor()
    await page.unrouteAll()
    await refuse(429, { code: 'rate_limited' }, { 'Retry-After': '1' })
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByText('A little too fast').waitFor()
    await page.unrouteAll()
    await cardAt(page, 0).waitFor()
  })
})
