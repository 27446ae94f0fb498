import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { ROUTE_TAGS } from '@avatary/contract/route-tags'
import { referencePath } from '../../server/src/kernel/addresses.ts'
import { hasChromium } from '../../server/tests/support/chromium.ts'
import { skipSuiteWithout } from '../../server/tests/support/engines.ts'
import { createDemoCatalog } from '../../sim/src/demo/demo-catalog.ts'
import { assertAccessible } from './support/axe.ts'
import { textsCutInPseudoLocale } from './support/pseudo-locale.ts'
import { keepScreenshotOfFailure } from './support/screenshots.ts'
import { DESKTOP, moveTo, PHONE, signIn, startSharedSite, TABLET, TOUCH_TABLET } from './support/site.ts'
import { smallTargets } from './support/touch-targets.ts'

/** The screens on which each page is shown, each with the theme at first and the theme to switch to. */
const SCREENS = {
  tablet: { screen: TABLET, themes: ['dark', 'light'] },
  desktop: { screen: DESKTOP, themes: ['light', 'dark'] },
  phone: { screen: PHONE, themes: ['light', 'dark'] },
} as const
/** Number of concurrent pages: a page waits for the server, and the test for the page. */
const AT_ONCE = 3

/** One page of the reference is tested in Japanese. */
const referenceIn = (tag: string) => referencePath(tag) + (tag === 'world' ? '?lang=ja' : '')

const PAGES: Readonly<Record<string, string>> = {
  home: '/',
  search: '/?q=cat&sort=popular',
  'search without results': '/?q=cat+zzzzzz',
  avatar: '/avatar/avtr_482bd2b7-5b25-4696-9628-28aa6d608113',
  insights: '/insights?sort=ctr&view=likes',
  'guide for world makers': '/docs/worlds',
  submit: '/submit',
  'saved, of nobody': '/saved',
  'account, of nobody': '/account',
  'studio, of nobody': '/studio',
  'Discord, of nobody': '/dashboard',
  'linked roles, of a player': '/linked-roles',
  creator: `/creator/${createDemoCatalog().indexedAvatars[0]!.authorId}`,
  terms: '/terms',
  'sign-in problem': '/sign-in?problem=expired&returnTo=/submit',
  reference: '/docs',
  'reference in Japanese': '/docs?lang=ja',
  ...Object.fromEntries(ROUTE_TAGS.map(({ name }) => [`reference, ${name}`, referenceIn(name)])),
  'offline page': '/offline',
  'no page': '/nowhere/at/all',
  'unlisted avatar': '/avatar/avtr_00000000-0000-4000-8000-000000000000',
  'reports, of an administrator': '/admin/reports',
  'blocks, of an administrator': '/admin/blocks',
  'audit log, of an administrator': '/admin/audit',
  'placements, of an administrator': '/admin/placements',
  'applications, of an administrator': '/admin/applications',
  'health, of an administrator': '/admin/health',
}

/** Visitors by the end of a page's name. */
const VISITORS = { administrator: 'Admin', player: 'Momo' } as const

/** Headings that follow one more than a level above them. */
const SKIPPED_HEADINGS = `[...document.querySelectorAll('h1, h2, h3, h4')]
  .filter((heading, at, all) => Number(heading.tagName[1]) > Number(all[at - 1]?.tagName[1] ?? 0) + 1)
  .map(heading => heading.outerHTML.slice(0, 120))`

/** Controls whose title repeats their accessible name, which screen readers then read twice. */
const SAID_TWICE = `[...document.querySelectorAll('[title][aria-label]')]
  .filter(control => control.title.includes(control.ariaLabel))
  .map(control => control.outerHTML.slice(0, 120))`

describe('every page', { concurrency: AT_ONCE }, () => {
  if (!hasChromium) return skipSuiteWithout('chromium')
  const open = startSharedSite()

  for (const [name, path] of Object.entries(PAGES)) {
    it(`is accessible and causes no errors in the browser: ${name}`, async t => {
      const site = await open(t, TABLET)
      const { page, origin, browserErrors } = site
      const visitor = Object.entries(VISITORS).find(([kind]) => name.endsWith(kind))
      await page.emulateMedia({ colorScheme: 'dark' })
      if (visitor === undefined) await page.goto(origin + path)
      else await signIn(site, path, visitor[1])
      await page.locator('h1').waitFor()
      for (const [width, { screen, themes }] of Object.entries(SCREENS)) {
        await t.test(width, async t => {
          t.after(() => keepScreenshotOfFailure(t, page))
          await moveTo(page, screen)
          await site.settle()
          assert.equal(await page.locator('h1').count(), 1)
          assert.deepEqual(await page.evaluate(SKIPPED_HEADINGS), [])
          assert.deepEqual(await page.evaluate(SAID_TWICE), [])
          await assertAccessible(page, themes, `${name} ${width}`)
          assert.deepEqual(await textsCutInPseudoLocale(page), [], 'longer texts are cut')
          const expected = name === 'unlisted avatar' || name === 'no page' ? /status of 404/ : /^$/
          assert.deepEqual(
            browserErrors.filter(text => !expected.test(text)),
            [],
          )
        })
      }
      await t.test('touch', async t => {
        t.after(() => keepScreenshotOfFailure(t, page))
        for (const screen of [PHONE, TOUCH_TABLET]) {
          await moveTo(page, screen)
          await site.settle()
          assert.deepEqual(await smallTargets(page), [], `at ${screen.viewport.width}`)
        }
      })
    })
  }
})
