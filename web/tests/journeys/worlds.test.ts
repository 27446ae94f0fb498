import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { hasChromium } from '../../../server/tests/support/chromium.ts'
import { skipSuiteWithout } from '../../../server/tests/support/engines.ts'
import { until } from '../../../server/tests/support/until.ts'
import { DESKTOP, PHONE, startSharedSite } from '../support/site.ts'

/** Runs in the page: the ends of lines inside of addresses and commands. */
const BREAKS = `[...document.querySelectorAll('main code')].filter(({ textContent }) => /^(http|curl)/.test(textContent))
  .flatMap(code => {
    const walk = document.createTreeWalker(code, NodeFilter.SHOW_TEXT)
    const letters = []
    while (walk.nextNode())
      for (let at = 0; at < walk.currentNode.length; at++) {
        const range = document.createRange()
        range.setStart(walk.currentNode, at)
        range.setEnd(walk.currentNode, at + 1)
        const { bottom, height } = range.getBoundingClientRect()
        if (height > 0) letters.push({ bottom, letter: walk.currentNode.data[at] })
      }
    const text = letters.map(({ letter }) => letter).join('')
    return letters.flatMap(({ bottom }, at) =>
      at > 0 && bottom > letters[at - 1].bottom + 4 ? [text.slice(Math.max(0, at - 12), at)] : [])
  })`

describe('reading the guide for world makers', () => {
  if (!hasChromium) return skipSuiteWithout('chromium')
  const open = startSharedSite()

  it('copies an address that answers, and shows its live answer beside', async t => {
    const { page, origin, api } = await open(t, {
      ...DESKTOP,
      permissions: ['clipboard-read', 'clipboard-write'],
    })
    await page.goto(`${origin}/docs/worlds`)
    const card = page.getByRole('listitem').filter({ hasText: 'Pages of avatars' })
    await card.getByRole('button').click()
    await page.getByText('Copied', { exact: true }).waitFor()
    const url = (await page.evaluate('navigator.clipboard.readText()')) as string
    assert.equal(url, `${origin}/api/world/list?sort=popular&limit=100&offset=0`)
    const { avatars } = (await (await fetch(url.replace(`${origin}/api`, api))).json()) as {
      avatars: readonly { id: string }[]
    }
    const answer = card.getByRole('region')
    await answer.getByText(avatars[0]!.id).waitFor()
    assert.equal(await answer.getByText('"ok": true').count(), 1)
  })

  it('shows no earlier failure of an answer that it has not requested again', async t => {
    const { page, origin } = await open(t, { viewport: { width: 1440, height: 8000 } })
    const failures = page.getByText('This did not load')
    await page.route('**/api/world/**', route => route.fulfill({ status: 400 }))
    await page.goto(`${origin}/docs/worlds`)
    const addresses = page.locator('main li:has(h3)')
    await addresses.first().waitFor()
    const count = await addresses.count()
    await until('every answer has failed', async () => (await failures.count()) === count)
    await page.unrouteAll()
    await page.setViewportSize(DESKTOP.viewport)
    const go = (path: string) => page.evaluate(`history.pushState(null, '', '${path}')`)
    await go('/submit')
    await page.getByRole('heading', { level: 1, name: 'Submit avatars' }).waitFor()
    await go('/docs/worlds')
    await page.getByRole('heading', { level: 3 }).first().waitFor()
    assert.equal(await failures.count(), 0)
  })

  it('shows addresses, answers and examples in one font', async t => {
    const { page, origin } = await open(t, { ...DESKTOP, locale: 'ja-JP' })
    await page.goto(`${origin}/docs/worlds`)
    await page.locator('main pre code').first().waitFor()
    const fonts = `[...document.querySelectorAll('main code')].map(code => getComputedStyle(code).fontFamily)`
    const [first, ...others] = (await page.evaluate(fonts)) as string[]
    assert.deepEqual(new Set(others), new Set([first]))
  })

  for (const path of ['/docs/worlds', '/docs', '/docs/reference/catalog'])
    it(`breaks addresses and commands between their parts alone: ${path}`, async t => {
      const { page, origin } = await open(t, PHONE)
      await page.goto(origin + path)
      await page
        .locator('main code', { hasText: /^(http|curl)/ })
        .first()
        .waitFor()
      const breaks = await page.evaluate<string[]>(BREAKS)
      assert.ok(breaks.length > 0)
      assert.deepEqual(
        breaks.filter(text => !/[/?&,\s-]$/.test(text)),
        [],
      )
    })

  it('opens the example on a phone', async t => {
    const { page, origin } = await open(t, PHONE)
    await page.goto(`${origin}/docs/worlds`)
    await page.getByText('AvatarShelf.cs').click()
    await page.getByText('public class AvatarShelf').waitFor()
  })

  it('answers every address that it names', async t => {
    const { page, origin, api } = await open(t)
    await page.goto(`${origin}/docs/worlds`)
    const codes = page.locator('main ol code', { hasText: /^http/ })
    await codes.first().waitFor()
    const urls = await codes.allInnerTexts()
    assert.equal(urls.length, 11)
    for (const url of urls) assert.equal((await fetch(url.replace(`${origin}/api`, api))).status, 200, url)
  })
})
