import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { hasChromium } from '../../../server/tests/support/chromium.ts'
import { whereMissing } from '../../../server/tests/support/engines.ts'
import { until } from '../../../server/tests/support/until.ts'
import { cardAt } from '../support/saved.ts'
import { DESKTOP, signIn, startSite } from '../support/site.ts'

/** The distance of the frame of a card from its picture. */
const frameAt = (page: Page, index: number) =>
  page.evaluate<string>(
    `getComputedStyle(document.querySelector('[data-index="${index}"] article > :first-child')).outlineOffset`,
  )

const isFocusAt = (page: Page, index: number) =>
  page.evaluate<boolean>(`document.activeElement.closest('[data-index]')?.dataset.index === '${index}'`)

describe('the selection of saved avatars', () => {
  if (!hasChromium) return whereMissing('chromium')
  const open = startSite({ RATE_LIMIT_WRITES: '10000' })

  it('shows which selected card has the focus', async t => {
    const site = await open(t, DESKTOP)
    const { page } = site
    await signIn(site, '/saved', 'Yuki')
    await cardAt(page, 0).locator('h3 a').focus()
    await page.keyboard.press('x')
    await page.keyboard.press('Shift+ArrowRight')
    await page.getByRole('toolbar', { name: '2 selected' }).waitFor()
    assert.notEqual(await frameAt(page, 1), await frameAt(page, 0))
    await page.keyboard.press('ArrowLeft')
    assert.notEqual(await frameAt(page, 0), await frameAt(page, 1))
  })

  it('gives the focus back to a card when its bar goes', async t => {
    const site = await open(t, DESKTOP)
    const { page } = site
    await signIn(site, '/saved', 'Yuki')
    const bar = page.getByRole('toolbar', { name: 'selected' })
    await cardAt(page, 2).locator('h3 a').focus()
    await page.keyboard.press('x')
    await bar.getByRole('button', { name: 'Copy ids' }).focus()
    await page.keyboard.press('Escape')
    await bar.waitFor({ state: 'detached' })
    await until('the card has the focus', () => isFocusAt(page, 2))
    await page.keyboard.press('x')
    await bar.getByRole('button', { name: 'Remove' }).press('Enter')
    await until('its neighbour has the focus', () => isFocusAt(page, 2))
  })
})
