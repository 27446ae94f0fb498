import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { hasChromium } from '../../../server/tests/support/chromium.ts'
import { whereMissing } from '../../../server/tests/support/engines.ts'
import { cards } from '../support/cards.ts'
import { PHONE, signIn, startSite } from '../support/site.ts'

const SMALL = { ...PHONE, viewport: { width: 320, height: 640 } }

/** Gives the room that the contents of some elements lack, in pixels. */
const lackedBy = (page: Page, selector: string) =>
  page.evaluate<number[]>(
    `[...document.querySelectorAll('${selector}')].map(each => each.scrollWidth - each.clientWidth)`,
  )

describe('on a screen of 320 pixels', () => {
  if (!hasChromium) return whereMissing('chromium')
  const open = startSite()

  it('cards have room for the platforms of their avatars', async t => {
    const { page, origin } = await open(t, SMALL)
    await page.goto(`${origin}/?q=cat`)
    await cards(page).first().waitFor()
    const lacked = await lackedBy(page, 'main li article > p:has([data-rank])')
    assert.ok(lacked.length > 0 && Math.max(...lacked) <= 0, `cards lack ${lacked} px`)
  })

  it('the table of the studio has room for names', async t => {
    const site = await open(t, SMALL)
    const { page } = site
    await signIn(site, '/studio', 'creator')
    const { width } = (await page.locator('tbody th bdi').first().boundingBox())!
    assert.ok(width >= 64, `a name has ${width} px`)
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
})
