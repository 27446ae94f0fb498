import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { hasChromium } from '../../../server/tests/support/chromium.ts'
import { skipSuiteWithout } from '../../../server/tests/support/engines.ts'
import { until } from '../../../server/tests/support/until.ts'
import { cardAt, fetchCollection } from '../support/saved.ts'
import { DESKTOP, PHONE, signIn, startSite } from '../support/site.ts'

const isFocused = (page: Page, selector: string) => () =>
  page.evaluate<boolean>(`document.activeElement.matches('${selector}')`)

/** Leaves only `count` avatars saved. */
async function saveOnly(page: Page, count: number): Promise<void> {
  await page.evaluate(`fetch('/api/avatars/search?q=dragon&limit=${count}').then(answer => answer.json())
    .then(async ({ avatars }) => {
      await fetch('/api/favorites', { method: 'DELETE' })
      await fetch('/api/favorites/batch', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ acts: avatars.map(({ id }) => ({ act: 'save', id })) }),
      })
    })`)
  await page.reload()
}

describe('the focus', () => {
  if (!hasChromium) return skipSuiteWithout('chromium')
  const open = startSite()

  it('moves to the next button when "Select all" disappears after its press', async t => {
    const site = await open(t)
    const { page } = site
    const bar = page.getByRole('toolbar', { name: 'selected' })
    for (const [path, person, next] of [
      ['/saved', 'Yuki', 'Move to…'],
      ['/studio', 'creator', 'Unlist'],
    ] as const) {
      await signIn(site, path, person)
      if (path === '/saved') await cardAt(page, 0).locator('h3 a').focus()
      else await page.getByRole('row').nth(1).getByRole('checkbox').first().focus()
      await page.keyboard.press('x')
      await bar.getByRole('button', { name: /^Select (all|the first)/ }).press('Enter')
      const button = bar.getByRole('button', { name: next })
      await until('the next act has it', () => button.evaluate(element => element.matches(':focus')))
    }
  })

  it('moves from a removed card to the previous one when none follows, and from the only one to the heading', async t => {
    const site = await open(t)
    const { page } = site
    await signIn(site, '/saved', 'Newcomer')
    await saveOnly(page, 2)
    const remove = page.getByRole('toolbar').getByRole('button', { name: 'Remove' })
    await cardAt(page, 1).locator('h3 a').focus()
    await page.keyboard.press('x')
    await remove.press('Enter')
    await until('the card before has it', isFocused(page, '[data-index="0"] a'))
    await page.keyboard.press('x')
    await remove.press('Enter')
    await page.getByRole('link', { name: 'Find avatars' }).waitFor()
    await until('the heading has it', isFocused(page, 'h1'))
  })

  it('returns to where it was when the button of a message was pressed', async t => {
    const site = await open(t)
    const { page } = site
    await signIn(site, '/saved', 'Newcomer')
    await saveOnly(page, 2)
    await cardAt(page, 1).locator('h3 a').focus()
    await page.keyboard.press('s')
    await page.getByRole('button', { name: 'Undo' }).press('Enter')
    await until('a card has it', isFocused(page, '[data-index] a'))
    await until('both are saved', async () => (await fetchCollection(page)).total === 2)
  })

  it('does not go into a field when the last card is removed, so that the key for undo acts', async t => {
    const site = await open(t)
    const { page } = site
    await signIn(site, '/saved', 'Newcomer')
    await saveOnly(page, 1)
    await cardAt(page, 0).locator('h3 a').focus()
    await page.keyboard.press('s')
    const find = page.getByRole('link', { name: 'Find avatars' })
    await until('what stands in its place has it', () =>
      find.evaluate(link => link.matches(':focus-visible')),
    )
    await page.keyboard.press('z')
    await cardAt(page, 0).waitFor()
  })

  for (const screen of [PHONE, DESKTOP])
    it(`moves from "Select" to the first card: ${screen.viewport.width}`, async t => {
      const site = await open(t, screen)
      const { page } = site
      await signIn(site, '/saved', 'Yuki')
      const select = page.getByRole('button', { name: 'Select', exact: true })
      await (screen.hasTouch ? select.tap() : select.press('Enter'))
      await until('the card has it', isFocused(page, '[data-index="0"] a'))
      assert.equal(await isFocused(page, ':focus-visible')(), !screen.hasTouch)
    })

  it('moves on from a control that becomes hidden', async t => {
    const site = await open(t)
    const { page } = site
    await signIn(site, '/')
    const save = page
      .locator('main article')
      .getByRole('button', { name: /^Save / })
      .first()
    await save.focus()
    await page.evaluate('navigator.serviceWorker.ready.then(() => null)')
    await page.context().setOffline(true)
    await save.waitFor({ state: 'hidden' })
    await until('another has it', isFocused(page, 'main :is(a, button, h1)'))
  })

  it('stays on a button that becomes disabled, which then does nothing', async t => {
    const site = await open(t)
    const { page } = site
    await signIn(site, '/admin/audit', 'Admin')
    const entry = { id: 1, at: '2026-01-01T00:00:00Z', actor: 'a', action: 'block', subject: 'b' }
    const entries = [{ ...entry, detail: '', facts: null }]
    await page.route('**/api/admin/audit*', async route => {
      const nextOffset = route.request().url().includes('offset=0') ? 50 : null
      await route.fulfill({ json: { entries, total: 51, count: 1, nextOffset } })
    })
    await page.reload()
    await page.getByRole('button', { name: 'Older' }).press('Enter')
    const older = page.getByRole('button', { name: 'Older', disabled: true })
    await older.waitFor()
    await page.keyboard.press('Enter')
    assert.equal(await older.evaluate(button => button.matches(':focus')), true)
    await page.keyboard.press('Shift+Tab')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Newer', disabled: true }).waitFor()
  })

  it('stays on a button while its request is under way, which is sent once', async t => {
    const { page, origin } = await open(t)
    const answers = Promise.withResolvers<void>()
    let sent = 0
    await page.route('**/report', async route => {
      sent++
      await answers.promise
      await route.abort()
    })
    await page.goto(`${origin}/?q=cat`)
    await page.locator('main article a').first().click()
    await page.getByRole('button', { name: 'More: share, report' }).click()
    await page.getByRole('button', { name: /^Report/ }).click()
    // Once the page has a worker, it also listens for presses.
    await page.evaluate('navigator.serviceWorker.ready.then(() => null)')
    await page.getByRole('dialog').getByRole('radio').first().check()
    const send = page.getByRole('button', { name: 'Send report' })
    await send.press('Enter')
    await page.getByRole('button', { name: 'Send report', disabled: true }).waitFor()
    await page.keyboard.press('Enter')
    answers.resolve()
    await page.getByRole('button', { name: 'Send report', disabled: false }).waitFor()
    assert.equal(await send.evaluate(button => button.matches(':focus')), true)
    assert.equal(sent, 1)
  })

  it('is not restored when the visitor removed it', async t => {
    const site = await open(t)
    const { page } = site
    await signIn(site, '/saved', 'Newcomer')
    await saveOnly(page, 2)
    await cardAt(page, 1).locator('h3 a').focus()
    await page.getByText('Made-up avatars').click()
    await page.evaluate(`document.querySelector('[data-index="1"]').remove()`)
    await page.evaluate('new Promise(shown => requestAnimationFrame(() => requestAnimationFrame(shown)))')
    await until('nothing has it', isFocused(page, 'body'))
  })
})
