import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { hasChromium } from '../../../server/tests/support/chromium.ts'
import { skipSuiteWithout } from '../../../server/tests/support/engines.ts'
import { until } from '../../../server/tests/support/until.ts'
import { assertAccessible } from '../support/axe.ts'
import { intercept } from '../support/intercept.ts'
import { DESKTOP, PHONE, type SitePage, signIn, startSite } from '../support/site.ts'
import { MAIN_JOURNEYS, siteTexts } from '../support/texts.ts'

interface Own {
  readonly total: number
  readonly avatars: readonly {
    readonly id: string
    readonly name: string
    readonly listed: boolean
    readonly window: { readonly views: number }
    readonly lifetime: { readonly favorites: number }
  }[]
}

const ownAvatars = (page: Page, query = 'sort=views') =>
  page.evaluate(
    `fetch('/api/creator/avatars?series=no&${query}').then(answer => answer.json())`,
  ) as Promise<Own>

const hiddenIn = async (page: Page) => (await ownAvatars(page, 'listed=no')).total

describe('the studio of a creator', () => {
  if (!hasChromium) return skipSuiteWithout('chromium')
  const open = startSite()

  const openStudio = async (site: SitePage, heading = 'Creator studio') => {
    await signIn(site, '/studio', 'creator')
    await site.page.getByRole('heading', { level: 1, name: heading }).waitFor()
    await site.page.getByRole('table').first().waitFor()
  }

  it('tells somebody without a verified account the way to one', async t => {
    const site = await open(t, PHONE)
    const { page } = site
    await signIn(site, '/studio', 'Newcomer')
    await page.getByRole('heading', { level: 1, name: 'Which avatars are yours?' }).waitFor()
    const profile = page.getByRole('link', { name: 'Open your profile (opens in a new tab)' })
    assert.match((await profile.getAttribute('href'))!, /\/@newcomer$/)
    await assertAccessible(page)
    // The simulated community site has no icon, which the browser reports as an error.
    assert.deepEqual(
      site.browserErrors.filter(text => !text.includes('404')),
      [],
    )
    const [refused] = await Promise.all([
      page.waitForResponse(/creator\/overview/),
      page.getByRole('button', { name: 'Check again' }).click(),
    ])
    assert.equal(refused.status(), 409)
    await page.getByRole('link', { name: 'Sign in again' }).waitFor()
  })

  it('tells why an avatar of the demo is hidden from the start', async t => {
    const text = await siteTexts('features/studio', 'en')
    const site = await open(t, DESKTOP)
    const { page, origin } = site
    await openStudio(site)
    await page.goto(`${origin}/studio?listed=no`)
    const row = page.getByRole('row').filter({ hasText: 'Paper Crane' })
    await row.getByText(text('reasons.inactive')).waitFor()
    const lines = (await page.evaluate(
      `(row => [row, ...row.children].map(each => getComputedStyle(each).borderBottomWidth))(
        [...document.querySelectorAll('tbody tr')].find(each => each.textContent.includes('Paper Crane')))`,
    )) as string[]
    assert.deepEqual([lines[0], new Set(lines.slice(1))], ['1px', new Set(['0px'])], 'its line has no step')
    const note = page.getByRole('status')
    await row.getByRole('switch').click()
    await note.getByText(text('unlisted', '1', 1)).waitFor()
    await page.getByRole('button', { name: 'Undo' }).click()
    await note.getByText('Still hidden for another reason: 1.', { exact: true }).waitFor()
    assert.deepEqual(site.browserErrors, [])
  })

  it('is linked from the menu, and from the public page for the creator alone', async t => {
    const site = await open(t, DESKTOP)
    const { page, origin } = site
    await openStudio(site)
    await page.getByRole('main').getByRole('link').first().click()
    await page.getByRole('link', { name: 'Open your studio' }).click()
    await page.waitForURL(`${origin}/studio`)
    await page.getByRole('button', { name: 'Account', exact: true }).click()
    await page.getByRole('link', { name: 'Creator studio' }).waitFor()
    const other = await open(t, PHONE)
    await other.page.goto(`${origin}/creator/${await creatorId(page)}`)
    await other.page.getByRole('heading', { level: 1 }).waitFor()
    assert.equal(await other.page.getByRole('link', { name: 'Open your studio' }).count(), 0)
  })

  for (const { where, options, locale } of MAIN_JOURNEYS) {
    it(`unlists one avatar by its switch and lists it again by undo, ${where}`, async t => {
      const text = await siteTexts('features/studio', locale)
      const ui = await siteTexts('ui', locale)
      const site = await open(t, options)
      const { page } = site
      await openStudio(site, text('heading'))
      const { avatars } = await ownAvatars(page)
      const first = avatars.find(({ listed }) => listed)!
      const before = await hiddenIn(page)
      const row = page.getByRole('row').filter({ has: page.locator(`a[href="/avatar/${first.id}"]`) })
      await row.getByRole('switch').click()
      await page.getByText(text('unlisted', '1', 1)).waitFor()
      await page.getByText(text('reasons.unlisted')).first().waitFor()
      // A toast that has the focus stays.
      await page.getByRole('button', { name: ui('undo') }).focus()
      assert.equal(await hiddenIn(page), before + 1)
      await assertAccessible(page)
      await page.getByRole('button', { name: ui('undo') }).click()
      await page.getByText(text('relisted', '1', 1)).waitFor()
      assert.equal(await hiddenIn(page), before)
      assert.deepEqual(site.browserErrors, [])
    })
  }

  it('unlists those that are selected, and lists them again from the hidden ones', async t => {
    const site = await open(t, DESKTOP)
    const { page, origin } = site
    await openStudio(site)
    const before = await hiddenIn(page)
    const boxes = page.getByRole('row').getByRole('checkbox', { name: /^Select / })
    await boxes.nth(1).check()
    await boxes.nth(2).check()
    await page.getByRole('toolbar', { name: '2 selected' }).getByRole('button', { name: 'Unlist' }).click()
    await page.getByText('2 avatars are no longer listed.').waitFor()
    await page.getByRole('radio', { name: 'Hidden' }).check()
    await page.waitForURL(`${origin}/studio?listed=no`)
    await page.getByRole('heading', { name: `${before + 2} avatars` }).waitFor()
    await page.getByRole('checkbox', { name: 'Select all on this page' }).check()
    await page.getByRole('toolbar').getByRole('button', { name: 'List', exact: true }).click()
    await page.getByText('2 avatars are listed again.', { exact: true }).waitFor()
    await until('they are listed', async () => (await hiddenIn(page)) <= before)
    await page.keyboard.press('z')
    await page.getByText(/no longer listed/).waitFor()
    await page.getByRole('button', { name: 'Undo' }).click()
    await until('they are listed again', async () => (await hiddenIn(page)) <= before)
  })

  it('selects rows by x, by Shift and arrows, and all between two presses with Shift', async t => {
    const site = await open(t, DESKTOP)
    const { page } = site
    await openStudio(site)
    const boxes = page.getByRole('row').getByRole('checkbox', { name: /^Select / })
    await boxes.nth(1).focus()
    await page.keyboard.press('x')
    await page.getByRole('toolbar', { name: '1 selected' }).waitFor()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Shift+ArrowDown')
    await page.keyboard.press('Shift+ArrowDown')
    await page.getByRole('toolbar', { name: '4 selected' }).waitFor()
    await page.keyboard.press('x')
    await page.getByRole('toolbar', { name: '3 selected' }).waitFor()
    // Passes the link, the chart and the switch of the row, and then reaches the first act.
    for (let stop = 1; stop <= 4; stop++) await page.keyboard.press('Tab')
    const focused = page.locator(':focus')
    assert.equal(await focused.innerText(), 'Select all')
    await page.keyboard.press('Shift+Tab')
    assert.equal(await focused.getAttribute('role'), 'switch')
    const row = await page.locator('tr:has(:focus)').getAttribute('data-index')
    await page.getByRole('button', { name: 'Clear the selection', exact: true }).press('Enter')
    assert.equal(await page.locator('tr:has(:focus)').getAttribute('data-index'), row)
    await until('each row has its stops', async () => (await page.locator('tr [tabindex]').count()) === 0)
    await boxes.nth(2).check()
    await boxes.nth(6).click({ modifiers: ['Shift'] })
    await page.getByRole('toolbar', { name: '5 selected' }).waitFor()
    assert.equal(await boxes.nth(4).isChecked(), true)
    await page.emulateMedia({ media: 'print' })
    assert.equal(await page.getByRole('heading', { name: '28 avatars' }).isVisible(), true)
    assert.equal(await page.locator('tr').locator('[type=checkbox]:not([role])').first().isVisible(), false)
    await page.emulateMedia({ media: 'screen' })
    await assertAccessible(page)
    assert.deepEqual(site.browserErrors, [])
  })

  it('shows the days of all and of one avatar as charts and tables, and gives files of both', async t => {
    const site = await open(t, DESKTOP)
    const { page, origin } = site
    await openStudio(site)
    const { avatars } = await ownAvatars(page)
    const overview = (await page.evaluate(
      `fetch('/api/creator/overview').then(answer => answer.json())`,
    )) as { series: { date: string; views: number }[]; leading: { name: string }[] }
    await page.getByText('Show as a table').click()
    const rows = page.getByRole('region', { name: 'Show as a table' }).getByRole('row')
    assert.equal(await rows.count(), 31)
    const shown = (await rows.last().getByRole('cell').allInnerTexts()).map(text => text.replace(/\D/g, ''))
    assert.equal(Number(shown[0]), overview.series.at(-1)!.views)
    assert.equal(
      shown.slice(1).reduce((sum, text) => sum + Number(text), 0),
      Number(shown[0]),
      'the layers make the sum',
    )
    await page.getByRole('radio', { name: /^Likes/ }).check()
    await page.waitForURL(`${origin}/studio?view=likes`)
    await page
      .getByRole('button', { name: `Day by day: ${avatars[0]!.name}` })
      .first()
      .click()
    await page.locator('figure').nth(1).waitFor()
    await assertAccessible(page)
    for (const [button, start] of [
      ['Days as CSV', /^date,views,/],
      ['CSV', /^id,name,listed,/],
    ] as const) {
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: button, exact: true }).click(),
      ])
      const text = await readFile(await download.path(), 'utf8')
      assert.match(text, start)
      assert.equal(text.trim().split('\r\n').length, button === 'CSV' ? avatars.length + 1 : 31)
    }
    await page.getByRole('button', { name: 'Change', exact: true }).click()
    await page.waitForURL(`${origin}/studio?sort=trending&view=likes`)
    assert.deepEqual(site.browserErrors, [])
  })

  for (const { where, options, locale } of MAIN_JOURNEYS) {
    it(`opts out with the consequence in numbers, and in again, ${where}`, async t => {
      const text = await siteTexts('features/studio', locale)
      const number = (value: number) => value.toLocaleString(locale)
      const site = await open(t, options)
      const { page } = site
      await openStudio(site, text('heading'))
      const { total, avatars } = await ownAvatars(page)
      const hidden = avatars.find(({ listed, window }) => listed && window.views > 0)!
      const ownSwitch = page.getByRole('switch', { name: text('listedName', hidden.name), exact: true })
      await ownSwitch.click()
      await page.getByText(text('unlisted', '1', 1)).waitFor()
      const before = await hiddenIn(page)
      const left = total - before
      await page.getByRole('button', { name: text('optOut') }).click()
      const dialog = page.getByRole('dialog', { name: text('confirmTitle') })
      await dialog.getByText(text('hides', number(left), left)).waitFor()
      const leaving = avatars.filter(({ id, listed }) => listed && id !== hidden.id)
      const views = leaving.reduce((sum, { window }) => sum + window.views, 0)
      const saves = leaving.reduce((sum, { lifetime }) => sum + lifetime.favorites, 0)
      await dialog.getByText(text('losesViews', number(views), 30)).waitFor()
      await dialog.getByText(text('losesSaves', number(saves), saves)).waitFor()
      await assertAccessible(page)
      await dialog.getByRole('button', { name: text('confirm') }).click()
      await page.getByText(text('optedOut', number(left), left)).waitFor()
      assert.equal(await hiddenIn(page), total)
      await page.getByRole('button', { name: text('optIn') }).click()
      await page.getByText(text('optedIn', number(left), left)).waitFor()
      assert.equal(await hiddenIn(page), before)
      await ownSwitch.click()
      await until('it is listed again', async () => (await hiddenIn(page)) === before - 1)
      assert.deepEqual(site.browserErrors, [])
    })
  }

  it('says why it did not load, and reverts what was not changed', async t => {
    const site = await open(t, DESKTOP)
    const { page, origin } = site
    await openStudio(site)
    await intercept(page, '**/api/creator/avatars/visibility', route =>
      route.fulfill({ status: 503, json: { error: 'No', code: 'upstream_unavailable' } }),
    )
    const first = page.getByRole('switch').first()
    await first.click()
    await page.getByText(/^Not changed\. The community site, .* does not answer/).waitFor()
    await until('the switch is on again', async () => await first.isChecked())
    await intercept(page, '**/api/creator/overview?*', route =>
      route.fulfill({ status: 503, json: { error: 'No', code: 'upstream_unavailable' } }),
    )
    await page.goto(`${origin}/studio`)
    await page.getByRole('button', { name: 'Try again' }).waitFor()
  })
})

async function creatorId(page: Page): Promise<string> {
  const { session } = (await page.evaluate(`fetch('/api/session').then(answer => answer.json())`)) as {
    session: { creator: { id: string } }
  }
  return session.creator.id
}
