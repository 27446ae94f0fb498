import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { hasChromium } from '../../server/tests/support/chromium.ts'
import { whereMissing } from '../../server/tests/support/engines.ts'
import { createDemoCatalog } from '../../sim/src/demo/demo-catalog.ts'
import { accessibilityProblems, contrastProblems } from './support/axe.ts'
import { withoutRoomForLongTexts } from './support/pseudo-locale.ts'
import { DESKTOP, PHONE, signIn, startSite, TABLET } from './support/site.ts'

/** Each with the theme in which a page is loaded there, and the one that it is switched to. */
const WIDTHS = {
  phone: { options: PHONE, themes: ['light', 'dark'] },
  tablet: { options: TABLET, themes: ['dark', 'light'] },
  desktop: { options: DESKTOP, themes: ['light', 'dark'] },
} as const
/** Pages at the same time: a page waits half a second for its network to be idle. */
const AT_ONCE = 3

const PAGES = {
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
  creator: `/creator/${createDemoCatalog().indexed[0]!.authorId}`,
  terms: '/terms',
  'sign-in problem': '/sign-in?problem=expired&returnTo=/submit',
  reference: '/docs',
  'reference in Japanese': '/docs?lang=ja',
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

/** Visitors of pages, by the end of a page's name. */
const VISITORS = { administrator: 'Admin', player: 'Momo' }

/** Headings below one that is more than a level above them. */
const SKIPPED_HEADINGS = `[...document.querySelectorAll('h1, h2, h3, h4')]
  .filter((heading, at, all) => Number(heading.tagName[1]) > Number(all[at - 1]?.tagName[1] ?? 0) + 1)
  .map(heading => heading.outerHTML.slice(0, 120))`

describe('every page', { concurrency: AT_ONCE }, () => {
  if (!hasChromium) return whereMissing('chromium')
  const open = startSite()

  for (const [name, path] of Object.entries(PAGES)) {
    for (const [width, { options, themes }] of Object.entries(WIDTHS)) {
      it(`can be used by everybody and complains about nothing: ${name}, ${width}`, async t => {
        const site = await open(t, options)
        const { page, origin, complaints } = site
        const visitor = Object.entries(VISITORS).find(([kind]) => name.endsWith(kind))
        if (visitor !== undefined) await signIn(site, '/insights', visitor[1])
        const [loadedIn, switchedTo] = themes
        await page.emulateMedia({ colorScheme: loadedIn })
        await page.goto(origin + path, { waitUntil: 'networkidle' })
        await page.locator('h1').waitFor()
        assert.equal(await page.locator('h1').count(), 1)
        assert.deepEqual(await page.evaluate(SKIPPED_HEADINGS), [])
        assert.deepEqual(await accessibilityProblems(page), [], loadedIn)
        await page.emulateMedia({ colorScheme: switchedTo })
        assert.deepEqual(await contrastProblems(page), [], switchedTo)
        const isScrollable = await page.evaluate('document.documentElement.scrollWidth > innerWidth')
        assert.equal(isScrollable, false, 'it scrolls sideways')
        assert.deepEqual(await withoutRoomForLongTexts(page), [], 'longer texts have no room')
        const expected = name === 'unlisted avatar' || name === 'no page' ? /status of 404/ : /^$/
        assert.deepEqual(
          complaints.filter(text => !expected.test(text)),
          [],
        )
      })
    }
  }
})
