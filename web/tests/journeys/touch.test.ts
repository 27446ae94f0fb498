import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { hasChromium } from '../../../server/tests/support/chromium.ts'
import { skipSuiteWithout } from '../../../server/tests/support/engines.ts'
import { cards } from '../support/cards.ts'
import { moveTo, PHONE, signIn, startSite, TOUCH_TABLET } from '../support/site.ts'
import { smallTargets } from '../support/touch-targets.ts'

interface Place {
  readonly path: string
  readonly as?: Parameters<typeof signIn>[2]
  /** Opens content that the page shows only on demand. */
  readonly show?: (page: Page) => Promise<unknown>
}

const button = (name: string) => (page: Page) => page.getByRole('button', { name }).first().tap()

/** The pages of signed-in people, and content that pages show on demand; `pages.test.ts` covers the others. */
const PLACES: Readonly<Record<string, Place>> = {
  'the menu': { path: '/', as: 'Momo', show: button('Account') },
  'the report of an avatar': { path: '/?q=cat', as: 'Momo', show: openReport },
  'the groups after saving': { path: '/?q=cat', as: 'Yuki', show: saveFirst },
  saved: { path: '/saved', as: 'Yuki' },
  'saved, being chosen': { path: '/saved', as: 'Yuki', show: button('Select') },
  'saved, with its menu': { path: '/saved', as: 'Yuki', show: button('Import, export, clear') },
  'a new group': { path: '/saved', as: 'Yuki', show: button('New group') },
  likes: { path: '/saved?view=likes', as: 'Yuki' },
  account: { path: '/account', as: 'Momo' },
  keys: { path: '/account/keys', as: 'Momo' },
  'applications of a developer': { path: '/account/apps', as: 'Momo' },
  'connected applications': { path: '/account/connected', as: 'Momo' },
  'the data of an account': { path: '/account/data', as: 'Momo' },
  studio: { path: '/studio', as: 'creator' },
  Discord: { path: '/dashboard', as: 'Momo' },
  staff: { path: '/admin/staff', as: 'Admin' },
  'opt-outs': { path: '/admin/opt-outs', as: 'Admin' },
}

async function openReport(page: Page): Promise<void> {
  await cards(page).first().tap()
  await page.getByRole('button', { name: 'More: share, report' }).tap()
  await page.getByRole('button', { name: 'Report', exact: true }).tap()
}

async function saveFirst(page: Page): Promise<void> {
  await page.locator('article > button[aria-pressed=false]').first().tap()
  await page.getByRole('button', { name: 'Foxes' }).waitFor()
}

describe('by touch', () => {
  if (!hasChromium) return skipSuiteWithout('chromium')
  const open = startSite()

  for (const [name, { path, as, show }] of Object.entries(PLACES))
    it(`every target is as easy to hit as a square of 44 pixels: ${name}`, async t => {
      const site = await open(t, PHONE)
      const { page, origin } = site
      if (as === undefined) await page.goto(origin + path)
      else await signIn(site, path, as)
      await page.locator('h1').waitFor()
      await site.settle()
      await show?.(page)
      await site.settle()
      for (const screen of [PHONE, TOUCH_TABLET]) {
        await moveTo(page, screen)
        await site.settle()
        assert.deepEqual(await smallTargets(page), [], `at ${screen.viewport.width}`)
      }
    })
})
