import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { hasChromium } from '../../../server/tests/support/chromium.ts'
import { skipSuiteWithout } from '../../../server/tests/support/engines.ts'
import { until } from '../../../server/tests/support/until.ts'
import { accessibilityProblems } from '../support/axe.ts'
import { DESKTOP, PHONE, signIn, startSite } from '../support/site.ts'

describe('the page of an account', () => {
  if (!hasChromium) return skipSuiteWithout('chromium')
  const open = startSite()

  it('says what it is for to a signed-out visitor, who returns to the same section by signing in', async t => {
    const site = await open(t, PHONE)
    const { page, origin } = site
    await page.goto(`${origin}/account/keys`)
    await page.getByRole('heading', { level: 1, name: 'Account' }).waitFor()
    assert.deepEqual(await accessibilityProblems(page), [])
    assert.deepEqual(site.browserErrors, [])
    await page.getByRole('main').getByRole('link', { name: 'Sign in' }).click()
    await page.getByRole('link', { name: 'Momo' }).click()
    await page.waitForURL(`${origin}/account/keys`)
    await page.getByRole('heading', { name: 'Personal keys' }).waitFor()
  })

  it('aligns its texts for a signed-out visitor with the settings of the browser on a wide screen', async t => {
    const { page, origin } = await open(t, DESKTOP)
    await page.goto(`${origin}/account`)
    const left = async (name: string) =>
      (await page.getByRole('main').getByText(name, { exact: true }).boundingBox())!.x
    const start = await left('This browser')
    assert.deepEqual([await left('Account'), (await left('Sign in')) < start + 40], [start, true])
  })

  it('scrolls the link to the current section into view on a phone, also that of the last one', async t => {
    const site = await open(t, PHONE)
    const { page } = site
    await signIn(site, '/account/data')
    const part = page.getByRole('main').getByRole('link', { name: 'Your data', exact: true })
    const isWhole = async () => {
      const { x, width } = (await part.boundingBox())!
      return x >= 0 && x + width <= page.viewportSize()!.width
    }
    await part.waitFor()
    // The row scrolls in the frame in which it is laid out, which may follow the appearance of the link.
    await until('it is in sight when the page opens', isWhole)
    await page.getByRole('main').getByRole('link', { name: 'Settings', exact: true }).click()
    await page.getByRole('combobox', { name: 'Language' }).waitFor()
    await page.goBack()
    await page.getByRole('link', { name: 'Download' }).waitFor()
    await until('it is in sight when it is opened again', isWhole)
    await page.setViewportSize({ width: 844, height: 390 })
    await until('it is in sight on a screen that was turned', isWhole)
    // Waits until the page has painted the rotated screen; before that it does not know of the rotation.
    await site.settle()
    await page.setViewportSize(PHONE.viewport)
    await until('it is in sight where it was turned back', isWhole)
  })

  it('makes a key that is shown once and works until it is revoked', async t => {
    const site = await open(t, DESKTOP)
    const { page, api } = site
    await signIn(site, '/account/keys')
    await page.getByRole('textbox', { name: 'What is the key for?' }).fill('My bot')
    await page.getByRole('button', { name: 'Make a key' }).click()
    const secret = await page.getByText(/^avk_/).innerText()
    const statusOf = async () =>
      (await fetch(`${api}/account/settings`, { headers: { Authorization: `Bearer ${secret}` } })).status
    assert.equal(await statusOf(), 200)
    const like = await fetch(`${api}/likes/avtr_00000000-0000-4000-8000-000000000000`, {
      method: 'PUT',
      headers: { Authorization: `Bearer ${secret}` },
    })
    assert.equal(like.status, 403, 'it only reads')
    await page.getByText(/^Reads · Expires /).waitFor()
    assert.deepEqual(await accessibilityProblems(page), [])
    await page.reload()
    await page.getByText('My bot').waitFor()
    assert.equal(await page.getByText(/^avk_/).count(), 0)
    await page.getByRole('button', { name: 'Revoke My bot' }).click()
    await page.getByText('You have no keys.').waitFor()
    assert.equal(await statusOf(), 401)
  })

  it('registers an application, checks its addresses, and gives it a new secret', async t => {
    const site = await open(t, PHONE)
    const { page } = site
    await signIn(site, '/account/apps', 'Newcomer')
    await page.getByRole('button', { name: 'Register an application' }).click()
    await page.keyboard.type('Fox Finder')
    await page.getByRole('radio', { name: /^Confidential/ }).check()
    const addresses = page.getByRole('textbox', { name: /^Where people return to/ })
    await addresses.fill('https://app.example/*')
    await page.getByText('https://app.example/*: An address must not have “*”.').waitFor()
    await addresses.fill('https://app.example/callback')
    assert.deepEqual(await accessibilityProblems(page), [])
    await page.getByRole('button', { name: 'Register', exact: true }).click()
    const first = await page.getByText(/^avs_/).innerText()
    await page.getByRole('button', { name: 'New secret' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'New secret' }).click()
    await until('there is another secret', async () => (await page.getByText(/^avs_/).innerText()) !== first)
    await page.getByText('Try it').click()
    assert.deepEqual(await accessibilityProblems(page), [])
    await page.getByRole('button', { name: 'Edit Fox Finder' }).click()
    await page.getByRole('textbox', { name: /^Name/ }).fill('Wolf Finder')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByRole('button', { name: 'Edit Wolf Finder' }).waitFor()
    await page.getByRole('button', { name: 'Delete', exact: true }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click()
    await page.getByText('You have registered no applications.').waitFor()
  })

  it('ends another session, after which it lists only this browser', async t => {
    const other = await open(t, PHONE)
    await signIn(other, '/', 'Admin')
    const site = await open(t, DESKTOP)
    const { page } = site
    await signIn(site, '/account/sessions', 'Admin')
    await page
      .getByRole('button', { name: /^Sign out: / })
      .nth(1)
      .waitFor()
    assert.deepEqual(await accessibilityProblems(page), [])
    const others = page.getByRole('listitem').filter({ hasNotText: 'This browser' })
    await others.first().getByRole('button').click()
    await until('it is gone', async () => (await others.count()) === 0)
    const { session } = (await other.page.evaluate(
      `fetch('/api/session').then(answer => answer.json())`,
    )) as { session: unknown }
    assert.equal(session, null)
  })

  it('exports the data, and deletes the account once the username is typed', async t => {
    const site = await open(t, { ...DESKTOP, locale: 'ja-JP' })
    const { page, origin } = site
    await signIn(site, '/account/data', 'Yuki')
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'ダウンロード' }).click(),
    ])
    assert.equal(download.suggestedFilename(), 'account.json')
    await page.getByRole('button', { name: 'アカウントを削除する' }).click()
    const confirm = page.getByRole('dialog').getByRole('button', { name: 'アカウントを削除する' })
    assert.equal(await confirm.isDisabled(), true)
    await page.keyboard.type('yuki')
    assert.deepEqual(await accessibilityProblems(page), [])
    await confirm.click()
    await page.waitForURL(`${origin}/`)
    await page.getByRole('link', { name: 'ログイン' }).first().waitFor()
    assert.deepEqual(site.browserErrors, [])
  })
})
