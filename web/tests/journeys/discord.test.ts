import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { hasChromium } from '../../../server/tests/support/chromium.ts'
import { skipSuiteWithout } from '../../../server/tests/support/engines.ts'
import { until } from '../../../server/tests/support/until.ts'
import { accessibilityProblems } from '../support/axe.ts'
import { intercept } from '../support/intercept.ts'
import { DESKTOP, PHONE, signIn, startSite } from '../support/site.ts'
import { MAIN_JOURNEYS, siteTexts } from '../support/texts.ts'

const LOUNGE = '710000000000000001'

interface Configuration {
  readonly settings: { readonly enabled: boolean; readonly private: boolean; readonly channel: string | null }
  readonly feed: { readonly enabled: boolean }
}

const configuration = (page: Page) =>
  page.evaluate(
    `fetch('/api/discord/guilds/${LOUNGE}').then(answer => answer.json())`,
  ) as Promise<Configuration>

const connectAs = async (page: Page, button: string, user: string) => {
  await page.getByRole('button', { name: button }).click()
  await page.getByRole('link', { name: user }).click()
}

describe('the Discord dashboard', () => {
  if (!hasChromium) return skipSuiteWithout('chromium')
  const open = startSite()

  for (const { where, options, locale } of MAIN_JOURNEYS) {
    it(`connects, checks, sets up a server, explains an absent bot, and disconnects, ${where}`, async t => {
      const text = await siteTexts('features/discord', locale)
      const shell = await siteTexts('app', locale)
      const ui = await siteTexts('ui', locale)
      const site = await open(t, options)
      const { page, origin } = site
      const press = (name: string) => page.getByRole('button', { name }).click()
      await signIn(site, '/insights', 'Admin')
      await press(shell('account'))
      await page.getByRole('link', { name: 'Discord' }).click()
      await page.getByRole('heading', { level: 1, name: text('dashboard') }).waitFor()
      await connectAs(page, text('connect'), 'Continue as Robin')
      await page.waitForURL(`${origin}/dashboard?discord=connected`)
      await page.getByText(text('outcomes.connected')).waitFor()
      await page.getByText(text('connectedAs')).waitFor()
      const check = (name: string) => page.getByRole('listitem').filter({ hasText: text(`check.${name}`) })
      await check('verified').getByText(text('no'), { exact: true }).waitFor()
      await check('saved_avatars').getByText(text('checkedAt', '')).waitFor()
      await check('supporter').getByText(text('rosterReadAt', '')).waitFor()
      assert.equal(await page.getByRole('list').last().getByRole('listitem').count(), 5)
      await press(text('sync'))
      await page.getByText(text('syncDone')).waitFor()

      await page.getByRole('switch', { name: text('enabled') }).waitFor()
      assert.deepEqual(await accessibilityProblems(page), [])
      await page.getByText(text('feedNeedsChannel')).waitFor()
      const channel = page.getByRole('combobox', { name: text('channel') })
      const offered = await channel.locator('option').allInnerTexts()
      assert.deepEqual(offered, [text('anyChannel'), '#avatars', '#lounge'])
      const before = await configuration(page)
      await page.getByRole('switch', { name: text('enabled') }).click()
      await until('it is switched', async () => {
        const { settings } = await configuration(page)
        return settings.enabled !== before.settings.enabled
      })
      await channel.selectOption({ label: '#lounge' })
      const feed = page.getByRole('switch', { name: text('feed') })
      await feed.click()
      await until('the feed is on', async () => (await configuration(page)).feed.enabled)
      assert.equal((await configuration(page)).settings.channel, '720000000000000002')
      // Uses a key, because on a phone the toast briefly covers the switch. The locator waits until the switch is
      // enabled again after the page has saved.
      await feed.and(page.locator('[aria-disabled=false] *')).press('Space')
      await until('the feed is off', async () => !(await configuration(page)).feed.enabled)
      assert.equal(await feed.evaluate(button => button.matches(':focus')), true)
      await channel.selectOption({ label: text('anyChannel') })
      await until('any channel will do', async () => (await configuration(page)).settings.channel === null)

      await press('Quiet Workshop')
      await page.getByText(text('botAbsent')).waitFor()
      const invite = page.getByRole('link', { name: `${text('invite')} ${ui('newTab').trim()}` })
      assert.match((await invite.getAttribute('href'))!, /guild_id=710000000000000002/)
      assert.deepEqual(await accessibilityProblems(page), [])

      await press(text('disconnect'))
      await page
        .getByRole('dialog')
        .getByRole('button', { name: text('disconnect') })
        .click()
      await page.getByRole('button', { name: text('connect') }).waitFor()
      assert.deepEqual(site.browserErrors, [])
    })
  }

  it('names Discord in the error when Discord does not answer', async t => {
    const site = await open(t, DESKTOP)
    await intercept(site.page, '**/api/discord/status', route =>
      route.fulfill({ status: 503, json: { error: 'No', code: 'upstream_unavailable' } }),
    )
    await signIn(site, '/dashboard', 'Newcomer')
    await site.page.getByText('Discord does not answer.').waitFor()
    await site.page.getByRole('button', { name: 'Try again' }).waitFor()
  })

  it('explains a missing permission, and checks again on request', async t => {
    const site = await open(t, DESKTOP)
    const { page, origin } = site
    await signIn(site, '/dashboard', 'Momo')
    await connectAs(page, 'Connect Discord', 'Continue as Robin')
    await page.getByRole('switch', { name: 'Answers commands' }).waitFor()
    let isAdministrator = false
    await intercept(page, `${origin}/api/discord/guilds/${LOUNGE}`, async route => {
      const refused = { error: 'You need Administrator.', code: 'administrator_required' }
      await (isAdministrator ? route.continue() : route.fulfill({ status: 403, json: refused }))
    })
    await page.reload()
    await page.getByText('You are no longer an administrator there').waitFor()
    await page.getByText('you need the Administrator permission there').waitFor()
    isAdministrator = true
    await page.getByRole('button', { name: 'Look again' }).click()
    await page.getByRole('switch', { name: 'Answers commands' }).waitFor()
    assert.deepEqual(
      site.browserErrors.filter(text => !text.includes('status of 403')),
      [],
    )
  })

  it('shows a check as unknown once its result has expired', async t => {
    const site = await open(t, DESKTOP)
    const { page, origin } = site
    await signIn(site, '/dashboard', 'Newcomer')
    await connectAs(page, 'Connect Discord', 'Continue as Wren')
    await page.getByText('Connected as').waitFor()
    const status = (await page.evaluate(`fetch('/api/discord/status').then(answer => answer.json())`)) as {
      checks: object[]
    }
    const checks = status.checks.map((check, at) =>
      at === 0 ? { ...check, passed: false, value: null } : check,
    )
    await intercept(page, `${origin}/api/discord/status`, route =>
      route.fulfill({ json: { ...status, checks } }),
    )
    await page.reload()
    const check = page.getByRole('listitem').filter({ hasText: 'Verified creator' })
    await check.getByText('Unknown').waitFor()
    await check.getByText('Nobody has confirmed it in the last 24 hours').waitFor()
  })

  it('has its heading at the same height as the account page, on a phone', async t => {
    const site = await open(t, PHONE)
    const { page, origin } = site
    const heading = async () => (await page.getByRole('heading', { level: 1 }).boundingBox())!.y
    await signIn(site, '/account', 'Momo')
    const expected = await heading()
    await page.goto(`${origin}/dashboard`)
    assert.equal(await heading(), expected)
  })

  it('has the same connection for linked roles, on a phone, in Japanese, and sends back to Discord', async t => {
    const site = await open(t, { ...PHONE, locale: 'ja-JP' })
    const { page, origin } = site
    await page.goto(`${origin}/linked-roles`)
    await page.getByRole('main').getByRole('link', { name: 'ログイン' }).tap()
    await page.getByRole('link', { name: 'Yuki' }).click()
    await page.waitForURL(`${origin}/linked-roles`)
    await page.getByRole('button', { name: 'Discordと連携' }).click()
    await page.getByRole('link', { name: 'Cancel' }).click()
    await page.waitForURL(`${origin}/linked-roles?discord=cancelled`)
    await page.getByText('Discordでキャンセルしたため').waitFor()
    await connectAs(page, 'Discordと連携', 'Continue as Wren')
    await page.waitForURL(`${origin}/linked-roles?discord=*`)
    await page.getByText('こちらに移しますか？').waitFor()
    assert.deepEqual(await accessibilityProblems(page), [])
    await page.getByRole('button', { name: 'このアカウントに移す' }).tap()
    const next = (await page.getByText('Discordに戻り').boundingBox())!
    const sync = (await page.getByRole('button', { name: '再確認' }).boundingBox())!
    assert.equal(next.y - sync.y - sync.height, 16)
    assert.equal(await page.getByRole('switch').count(), 0)
    assert.deepEqual(await accessibilityProblems(page), [])
    assert.deepEqual(site.browserErrors, [])
  })
})
