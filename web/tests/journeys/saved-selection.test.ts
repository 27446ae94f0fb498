import assert from 'node:assert/strict'
import { describe, it, type TestContext } from 'node:test'
import type { Page } from 'playwright-core'
import { hasChromium } from '../../../server/tests/support/chromium.ts'
import { skipSuiteWithout } from '../../../server/tests/support/engines.ts'
import { until } from '../../../server/tests/support/until.ts'
import { cardAt } from '../support/saved.ts'
import { DESKTOP, PHONE, signIn, startSite } from '../support/site.ts'
import { siteTexts } from '../support/texts.ts'

/** The distance between a card's frame and its picture. */
const frameAt = (page: Page, index: number) =>
  page.evaluate<string>(
    `getComputedStyle(document.querySelector('[data-index="${index}"] article > :first-child')).outlineOffset`,
  )

/** A screen of 1440 by 900 pixels at twice the size. */
const MAGNIFIED = { viewport: { width: 720, height: 450 } }

/** Runs in the page: the selection bar, and the cards that no bar covers. */
const BAR = `document.querySelector('[role=toolbar]:has(> [role=status])').getBoundingClientRect()`
const CLEAR = `[...document.querySelectorAll('[data-index]')].filter(item => {
  const { top, bottom } = item.getBoundingClientRect()
  const above = ['header', 'main div:has(> search)'].map(bar => document.querySelector(bar).getBoundingClientRect().bottom)
  return top >= Math.max(...above) && bottom <= ${BAR}.top
})`

/** Runs in the page: pixels between the bar above the first card and that card's frame. */
const ROOM_OF_FRAME = `(picture => {
  const { outlineOffset, outlineWidth } = getComputedStyle(picture)
  const frame = Number.parseFloat(outlineOffset) + Number.parseFloat(outlineWidth)
  const bar = document.querySelector('main p[aria-live=polite]').parentElement
  return picture.getBoundingClientRect().top - frame - bar.getBoundingClientRect().bottom
})(document.querySelector('[data-index="0"] article > :first-child'))`

const isFocusAt = (page: Page, index: number) =>
  page.evaluate<boolean>(`document.activeElement.closest('[data-index]')?.dataset.index === '${index}'`)

describe('the selection of saved avatars', () => {
  if (!hasChromium) return skipSuiteWithout('chromium')
  const open = startSite()

  /** Selects Yuki's first two cards; the second has the focus. */
  const selectTwo = async (t: TestContext): Promise<Page> => {
    const site = await open(t, DESKTOP)
    const { page } = site
    await signIn(site, '/saved', 'Yuki')
    await cardAt(page, 0).locator('h3 a').focus()
    await page.keyboard.press('x')
    await page.keyboard.press('Shift+ArrowRight')
    await page.getByRole('toolbar', { name: '2 selected' }).waitFor()
    return page
  }

  it('shows which selected card has the focus', async t => {
    const page = await selectTwo(t)
    assert.notEqual(await frameAt(page, 1), await frameAt(page, 0))
    await page.keyboard.press('ArrowLeft')
    assert.notEqual(await frameAt(page, 0), await frameAt(page, 1))
  })

  it('returns the focus to a card when its bar disappears', async t => {
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

  it('loses an avatar that is removed by its own button', async t => {
    const page = await selectTwo(t)
    await page.keyboard.press('s')
    const bar = page.getByRole('toolbar', { name: '1 selected' })
    await bar.waitFor()
    await cardAt(page, 0).locator('h3 a').press('s')
    await bar.waitFor({ state: 'detached' })
  })

  it('stays when its dialog of groups is closed without a choice', async t => {
    const page = await selectTwo(t)
    const bar = page.getByRole('toolbar', { name: '2 selected' })
    const dialog = page.getByRole('dialog')
    for (const close of [
      () => page.keyboard.press('Escape'),
      () => dialog.getByRole('button', { name: 'Close' }).click(),
    ]) {
      await page.keyboard.press('m')
      await dialog.waitFor()
      await close()
      await dialog.waitFor({ state: 'detached' })
      assert.ok(await bar.isVisible())
    }
    await page.keyboard.press('m')
    await dialog.getByRole('listitem').first().getByRole('button').click()
    await bar.waitFor({ state: 'detached' })
  })

  for (const [width, locale] of [
    [320, 'en'],
    [320, 'ja'],
    [320, 'ko'],
    [320, 'zh'],
    [360, 'zh'],
    [360, 'ja'],
    [360, 'en'],
    [375, 'ja'],
    [375, 'en'],
    [390, 'ko'],
  ] as const)
    it(`has its bar in one line on phones, instead of the links to pages: ${width}, ${locale}`, async t => {
      const site = await open(t, { ...PHONE, locale, viewport: { width, height: 640 } })
      const { page } = site
      const texts = await siteTexts('features/saved', locale)
      await signIn(site, '/saved', 'Yuki')
      await page.getByRole('button', { name: texts('select'), exact: true }).tap()
      await cardAt(page, 0).locator('h3 a').tap()
      const ui = await siteTexts('ui', locale)
      const bar = page.getByRole('toolbar', { name: ui('selected', '1') })
      const { y, height } = (await bar.boundingBox())!
      assert.ok(y + height === 640 && height <= 72, `it is ${height} high at ${y}`)
      assert.equal(await page.locator('main ~ nav').isVisible(), false)
      const parts = await Promise.all((await bar.locator('> *').all()).map(part => part.boundingBox()))
      for (const [place, part] of parts.entries()) {
        const end = parts[place - 1] === undefined ? 0 : parts[place - 1]!.x + parts[place - 1]!.width
        assert.ok(part!.x >= end && part!.x + part!.width <= width, `part ${place}: ${JSON.stringify(parts)}`)
        assert.ok(part!.y >= y && part!.y + part!.height <= 640, `part ${place}: ${JSON.stringify(parts)}`)
      }
      await page.evaluate('scrollBy(0, 100)')
      assert.ok(Number(await page.evaluate(`${CLEAR}.length`)) >= 2, 'no row of cards is in sight')
      const hidden = await bar.locator('> div').evaluate(acts => acts.scrollWidth - acts.clientWidth)
      assert.equal(hidden, 0, `${hidden} px of the acts are not in sight`)
      await bar.getByRole('button', { name: texts('exportSelected') }).tap({ trial: true })
    })

  it('has room for its frame, its acts and the number of avatars at 720 pixels', async t => {
    const site = await open(t, { locale: 'ja', viewport: { width: 720, height: 900 } })
    const { page } = site
    await signIn(site, '/saved', 'Yuki')
    const count = page.locator('main p[aria-live=polite]')
    await cardAt(page, 0).locator('h3 a').waitFor()
    assert.ok((await count.boundingBox())!.height < 32, 'the number stands in one line')
    await cardAt(page, 0).locator('h3 a').focus()
    await page.keyboard.press('x')
    const bar = page.locator('[role=toolbar]:has(> [role=status])')
    const hidden = await bar.locator('> div').evaluate(acts => acts.scrollWidth - acts.clientWidth)
    assert.ok(hidden <= 0, `${hidden} px of the acts are not in sight`)
    const room = await page.evaluate<number>(ROOM_OF_FRAME)
    assert.ok(room >= 0, `${-room} px of the frame are covered`)
  })

  for (const screen of [DESKTOP, PHONE, MAGNIFIED])
    it(`scrolls a card that gets the focus between the bars: ${screen.viewport.width}`, async t => {
      const site = await open(t, screen)
      const { page } = site
      await signIn(site, '/saved', 'Yuki')
      await cardAt(page, 0).locator('h3 a').focus()
      await page.keyboard.press('x')
      for (const key of ['PageDown', 'ArrowDown', 'ArrowUp', 'ArrowUp', 'End']) {
        await page.keyboard.press(key)
        const isClear = `${CLEAR}.includes(document.activeElement.closest('[data-index]'))`
        await until(`the card after ${key} is clear`, () => page.evaluate<boolean>(isClear))
      }
    })
})
