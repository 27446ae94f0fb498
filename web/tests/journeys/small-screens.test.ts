import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { hasChromium } from '../../../server/tests/support/chromium.ts'
import { skipSuiteWithout } from '../../../server/tests/support/engines.ts'
import { cards } from '../support/cards.ts'
import { intercept } from '../support/intercept.ts'
import { PHONE, signIn, startSharedSite } from '../support/site.ts'

const SMALL = { ...PHONE, viewport: { width: 320, height: 640 } }

/** Pixels by which the contents of elements overflow them. */
const lackedBy = (page: Page, selector: string) =>
  page.evaluate<number[]>(
    `[...document.querySelectorAll('${selector}')].map(each => each.scrollWidth - each.clientWidth)`,
  )

/** Runs in the page: the popular searches that wrap, or after which a line begins with a comma, at any width. */
const BROKEN_SEARCHES = `(list => {
  const broken = new Set()
  for (let width = 160; width < 288; width++) {
    list.style.width = width + 'px'
    for (const link of [...list.querySelectorAll('a')].slice(0, -1)) {
      const comma = document.createRange()
      comma.setStart(link.nextSibling, 0)
      comma.setEnd(link.nextSibling, 1)
      const lines = [...link.getClientRects(), comma.getBoundingClientRect()].map(({ bottom }) => bottom)
      if (Math.max(...lines) - Math.min(...lines) > 8) broken.add(link.textContent)
    }
  }
  return [...broken]
})(document.querySelector('h1 + p'))`

/** Runs in the page: the text of each line of the heading. */
const LINES_OF_HEADING = `(text => {
  const lines = new Map()
  for (let index = 0; index < text.length; index++) {
    const character = document.createRange()
    character.setStart(text, index)
    character.setEnd(text, index + 1)
    const { top } = character.getBoundingClientRect()
    lines.set(top, (lines.get(top) ?? '') + character)
  }
  return [...lines.values()]
})(document.querySelector('h1').firstChild)`

/** Runs in the page: the labels of pictures that overlap a control. */
const LABELS_ON_CONTROLS = `[...document.querySelectorAll('article')].filter(card => {
  const label = card.querySelector(':scope > span:has(bdi)')?.getBoundingClientRect()
  return label && [...card.querySelectorAll('input, button')].some(control => {
    const { left, right, top, bottom } = control.getBoundingClientRect()
    return left < label.right && right > label.left && top < label.bottom && bottom > label.top
  })
}).map(card => card.textContent)`

/** Runs in the page: the smallest distance of a name or control of a setting from the lines around its row. */
const DISTANCE_FROM_LINES = `Math.min(...[...document.querySelectorAll('.setting-row_row')].flatMap(row => {
  const { top, bottom } = row.getBoundingClientRect()
  return [...row.children].flatMap(part => {
    const box = part.getBoundingClientRect()
    return [box.top - top, bottom - box.bottom]
  })
}))`

describe('on a screen of 320 pixels', () => {
  if (!hasChromium) return skipSuiteWithout('chromium')
  const open = startSharedSite()

  it('cards have room for the platforms of their avatars', async t => {
    const { page, origin } = await open(t, SMALL)
    await page.goto(`${origin}/?q=cat`)
    await cards(page).first().waitFor()
    const lacked = await lackedBy(page, 'main li article > p:has([data-bars])')
    assert.ok(lacked.length > 0 && Math.max(...lacked) <= 0, `cards lack ${lacked} px`)
  })

  it('keys reach the results, also when magnification leaves none of them visible', async t => {
    const { page, origin } = await open(t, { viewport: { width: 320, height: 200 } })
    await page.goto(`${origin}/?q=cat`)
    await page.getByRole('combobox', { name: 'Order' }).focus()
    await cards(page).first().waitFor()
    await page.keyboard.press('Tab')
    const focused = await page.evaluate(`document.activeElement.closest('main li')?.dataset.index`)
    assert.equal(focused, '0')
  })

  it('the table of the studio has room for names', async t => {
    const site = await open(t, SMALL)
    const { page } = site
    await signIn(site, '/studio', 'creator')
    const { width } = (await page.locator('tbody th bdi').first().boundingBox())!
    assert.ok(width >= 64, `a name has ${width} px`)
  })

  it('popular searches are whole, no line begins with a comma, and a long one wraps', async t => {
    const { page, origin } = await open(t, { ...SMALL, locale: 'ja' })
    const terms = ['狐の着物アバター', 'face tracking', 'マヌカ', 'protogen', 'a'.repeat(60)]
    await intercept(page, '**/api/avatars/popular-searches', route => route.fulfill({ json: { terms } }))
    await page.goto(`${origin}/?q=cat`)
    await page.locator('header a').first().tap()
    await page.getByText('protogen').waitFor()
    assert.deepEqual(await page.evaluate(BROKEN_SEARCHES), [])
    assert.equal(await page.evaluate('document.documentElement.scrollWidth'), 320)
  })

  it('a label on a saved avatar has room while avatars are selected', async t => {
    const site = await open(t, SMALL)
    const { page } = site
    await signIn(site, '/saved', 'Yuki')
    await page.getByRole('button', { name: 'Select', exact: true }).tap()
    const labels = await lackedBy(page, 'article > span > bdi')
    assert.ok(labels.length > 0 && Math.max(...labels) <= 0, `labels lack ${labels} px`)
    const onControls = await page.evaluate(LABELS_ON_CONTROLS)
    assert.deepEqual(onControls, [])
  })

  it('a label on a saved avatar ends in an ellipsis where it has no room', async t => {
    const site = await open(t, SMALL)
    const { page } = site
    await signIn(site, '/saved', 'Yuki')
    await page.locator('article > span > bdi').first().waitFor()
    const isCut = await page.evaluate(`(label => {
      label.append(' and a long name of a group')
      return label.scrollWidth > label.clientWidth && getComputedStyle(label).textOverflow === 'ellipsis'
    })(document.querySelector('article > span > bdi'))`)
    assert.equal(isCut, true)
    const lacked = (await lackedBy(page, 'article > span:has(> bdi)')) as number[]
    assert.ok(Math.max(...lacked) <= 0, `labels lack ${lacked} px`)
  })

  it('settings keep a distance from the lines around them, also where the control is below its name', async t => {
    const site = await open(t, SMALL)
    const { page } = site
    await signIn(site, '/account')
    await page.getByRole('radio', { name: 'Quest' }).waitFor()
    assert.ok((await page.evaluate<number>(DISTANCE_FROM_LINES)) >= 4)
  })

  it('the Japanese heading of a failed sign-in breaks between its words', async t => {
    const { page, origin } = await open(t, { ...SMALL, locale: 'ja' })
    await page.goto(`${origin}/sign-in?problem=expired`)
    assert.deepEqual(await page.evaluate(LINES_OF_HEADING), ['ログインに', '失敗しました'])
  })

  it('large text leaves the numbers of the insights whole, also on wider screens', async t => {
    for (const width of [320, 390, 820, 1440]) {
      const { page, origin } = await open(t, { viewport: { width, height: 900 } })
      await page.goto(`${origin}/insights`)
      await page.getByRole('radio', { name: /^Views/ }).waitFor()
      await page.evaluate(`document.documentElement.style.fontSize = '200%'`)
      const lacked = await lackedBy(page, '.counter-chart_figures label')
      assert.ok(lacked.length > 0 && Math.max(...lacked) <= 0, `at ${width} px numbers lack ${lacked} px`)
    }
  })
})
