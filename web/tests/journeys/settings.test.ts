import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { isDeepStrictEqual } from 'node:util'
import type { Settings } from '@avatary/contract/settings'
import { hasChromium } from '../../../server/tests/support/chromium.ts'
import { skipSuiteWithout } from '../../../server/tests/support/engines.ts'
import { until } from '../../../server/tests/support/until.ts'
import { accessibilityProblems } from '../support/axe.ts'
import { cards } from '../support/cards.ts'
import { intercept } from '../support/intercept.ts'
import { PHONE, type SitePage, signIn, startSite } from '../support/site.ts'

/** Sets the person's settings through the interface, as the account page does. */
async function saveSettings({ page }: SitePage, settings: object): Promise<void> {
  const status = await page.evaluate(
    `fetch('/api/account/settings', { method: 'PUT', headers: { 'Content-Type': 'application/json' },
      body: ${JSON.stringify(JSON.stringify(settings))} }).then(answer => answer.status)`,
  )
  assert.equal(status, 200)
}

describe('the settings of a person', () => {
  if (!hasChromium) return skipSuiteWithout('chromium')
  const open = startSite()

  it('apply from the first answer on to a search whose address does not set them, and to no other', async t => {
    const site = await open(t)
    const { page, origin, api, browserErrors } = site
    await signIn(site)
    // The simulated community site has no icon, which the browser reports as an error.
    browserErrors.length = 0
    await saveSettings(site, { defaultPlatform: 'quest', defaultSort: 'popular' })
    const searchUrls: string[] = []
    page.on(
      'request',
      request => request.url().includes('/avatars/search?') && searchUrls.push(request.url()),
    )
    await page.goto(origin)
    await cards(page).first().waitFor()
    const answer = await fetch(`${api}/avatars/search?platform=quest&sort=popular&limit=4`)
    const { avatars } = (await answer.json()) as { avatars: { name: string }[] }
    const names = avatars.map(({ name }) => name)
    assert.deepEqual((await cards(page).allTextContents()).slice(0, 4), names)
    assert.deepEqual(
      searchUrls.filter(url => url.includes('offset=0')),
      [],
    )
    assert.ok(await page.getByRole('radio', { name: 'Quest' }).isChecked())
    assert.equal(await page.getByRole('combobox', { name: 'Order' }).inputValue(), 'popular')
    await page.getByRole('radio', { name: 'All', exact: true }).check()
    await page.waitForURL(`${origin}/?platform=all`)
    await page.getByRole('heading', { name: 'Most viewed this week' }).waitFor()
    await page.goto(`${origin}/?platform=pc&sort=name`)
    await cards(page).first().waitFor()
    assert.ok(await page.getByRole('radio', { name: 'PC' }).isChecked())
    assert.equal(await page.getByRole('combobox', { name: 'Order' }).inputValue(), 'name')
    assert.deepEqual(browserErrors, [])
  })

  it('make cards small, stop motion, leave derived tags out and open links in the tab', async t => {
    const site = await open(t)
    const { page, origin } = site
    await signIn(site)
    const id = 'avtr_482bd2b7-5b25-4696-9628-28aa6d608113'
    const columns = async () => {
      await cards(page).first().waitFor()
      return Number(
        await page.evaluate(
          `new Set([...document.querySelectorAll('li[aria-posinset]')].map(item => item.getBoundingClientRect().left)).size`,
        ),
      )
    }
    // All tags of this avatar are derived.
    const tags = page.getByRole('list', { name: 'Tags' })
    await page.goto(origin)
    const columnsBefore = await columns()
    await page.goto(`${origin}/avatar/${id}`)
    await tags.waitFor()
    const link = page.getByRole('link', { name: 'Open in VRChat' })
    assert.equal(await link.getAttribute('target'), '_blank')
    await page.getByRole('link', { name: 'Open in VRChat (opens in a new tab)', exact: true }).waitFor()
    await saveSettings(site, {
      compactGrid: true,
      reduceMotion: true,
      showAiTags: false,
      openLinksInNewTab: false,
    })
    await page.goto(origin)
    assert.ok((await columns()) > columnsBefore)
    assert.equal(await page.locator('ol[aria-label] li p').last().isVisible(), false)
    assert.equal(await page.evaluate('document.documentElement.dataset.motion'), 'reduce')
    await page.goto(`${origin}/avatar/${id}`)
    await link.waitFor()
    assert.equal(await tags.count(), 0)
    assert.equal(await link.getAttribute('target'), null)
  })

  it('are chosen on the account page, and apply at once on every page', async t => {
    const site = await open(t)
    const { page, browserErrors } = site
    await signIn(site, '/account', 'Newcomer')
    browserErrors.length = 0
    await page.getByRole('radio', { name: 'Quest' }).check()
    await page.getByRole('combobox', { name: 'Order to start with' }).selectOption('popular')
    await page.getByRole('switch', { name: 'Small cards' }).check()
    await page.getByRole('switch', { name: 'Less motion' }).check()
    assert.equal(await page.evaluate('document.documentElement.dataset.motion'), 'reduce')
    await until('they are stored', async () => {
      const { defaultPlatform, defaultSort, compactGrid, reduceMotion } = (await page.evaluate(
        `fetch('/api/account/settings').then(answer => answer.json())`,
      )) as Settings
      return isDeepStrictEqual(
        [defaultPlatform, defaultSort, compactGrid, reduceMotion],
        ['quest', 'popular', true, true],
      )
    })
    assert.deepEqual(await accessibilityProblems(page), [])
    await page.getByRole('link', { name: 'Avatary' }).click()
    await cards(page).first().waitFor()
    assert.ok(await page.getByRole('radio', { name: 'Quest' }).isChecked())
    assert.equal(await page.getByRole('combobox', { name: 'Order' }).inputValue(), 'popular')
    assert.deepEqual(browserErrors, [])
  })

  it('are shown beside the preferences of the browser: language, theme, pictures and keys', async t => {
    const site = await open(t, PHONE)
    const { page } = site
    await signIn(site, '/account', 'Newcomer')
    await page.getByRole('radio', { name: 'Dark' }).check()
    assert.equal(await page.evaluate('getComputedStyle(document.documentElement).colorScheme'), 'dark')
    assert.deepEqual(await accessibilityProblems(page), [])
    await page.getByRole('switch', { name: 'Keyboard shortcuts' }).uncheck()
    await page.keyboard.press('?')
    await page.getByRole('combobox', { name: 'Language' }).selectOption('ko')
    await page.getByRole('heading', { level: 1, name: '계정' }).waitFor()
    assert.equal(await page.getByRole('dialog').count(), 0)
    await page.reload()
    assert.equal(await page.getByRole('switch', { name: '키보드 단축키' }).isChecked(), false)
    await page.getByRole('switch', { name: '키보드 단축키' }).check()
    await page.keyboard.press('?')
    await page.getByRole('dialog', { name: '단축키 목록' }).waitFor()
  })

  it('are reset, with a message, when they could not be stored', async t => {
    const site = await open(t)
    const { page } = site
    await signIn(site, '/account', 'Newcomer')
    const links = page.getByRole('switch', { name: 'Open avatars of VRChat in a new tab' })
    const before = await links.isChecked()
    await intercept(page, '**/api/account/settings', (route, request) =>
      request.method() === 'PUT'
        ? route.fulfill({ status: 503, json: { error: 'No', code: 'unavailable' } })
        : route.continue(),
    )
    await links.click()
    await page.getByText(/^Not changed\./).waitFor()
    await until('it is as before', async () => (await links.isChecked()) === before)
  })
})
