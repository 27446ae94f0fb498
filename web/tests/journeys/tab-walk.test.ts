import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { hasChromium } from '../../../server/tests/support/chromium.ts'
import { skipSuiteWithout } from '../../../server/tests/support/engines.ts'
import { DESKTOP, PHONE, signIn, startSharedSite } from '../support/site.ts'

const PAGES = {
  nobody: [
    '/',
    '/?q=cat',
    '/avatar/avtr_482bd2b7-5b25-4696-9628-28aa6d608113',
    '/insights',
    '/docs/worlds',
    '/submit',
  ],
  Yuki: ['/saved', '/saved?view=likes', '/account', '/account/keys', '/account/data'],
  creator: ['/studio'],
} as const

const MAX_STOPS = 60

/**
 * Runs in the page: describes what is wrong with the focused element after it was scrolled into view; null after the
 * last element.
 */
const STOP = `new Promise(shown => requestAnimationFrame(() => requestAnimationFrame(shown))).then(() => {
  const element = document.activeElement
  if (element === document.body) return null
  const named = element.labels?.[0]?.textContent || element.ariaLabel || element.textContent || element.title
  const { x, y, width, height } = element.getBoundingClientRect()
  const at = [x + Math.min(width / 2, innerWidth / 2), y + Math.min(height / 2, 20)]
  const top = document.elementFromPoint(...at)
  const isSeen = top !== null && (element.contains(top) || top.contains(element) || element.labels?.[0]?.contains(top))
  const problems = [
    !named?.trim() && 'has no name',
    width * height === 0 && 'has no size',
    !isSeen && 'is not in sight, but ' + (top?.outerHTML.slice(0, 80) ?? 'outside of the window'),
  ].filter(Boolean)
  return problems.length === 0 ? '' : element.outerHTML.slice(0, 120) + ': ' + problems.join(', ')
})`

describe('the stops of the tab key', () => {
  if (!hasChromium) return skipSuiteWithout('chromium')
  const open = startSharedSite()

  for (const [width, screen] of Object.entries({ 390: PHONE, 1440: DESKTOP }))
    for (const [person, paths] of Object.entries(PAGES))
      it(`have names, and are visible while they have the focus: pages of ${person} at ${width} pixels`, async t => {
        const site = await open(t, { ...screen, locale: width === '390' ? 'ja-JP' : 'en-US' })
        const { page, origin, settle } = site
        if (person !== 'nobody') await signIn(site, '/', person as 'Yuki' | 'creator')
        for (const path of paths) {
          await page.goto(origin + path)
          await page.locator('h1').waitFor()
          await settle()
          const problems: string[] = []
          for (let stops = 0; stops < MAX_STOPS; stops++) {
            await page.keyboard.press('Tab')
            const problem = await page.evaluate<string | null>(STOP)
            if (problem === null) break
            if (problem !== '') problems.push(problem)
          }
          assert.deepEqual(problems, [], path)
        }
      })
})
