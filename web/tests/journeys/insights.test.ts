import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { InsightsOverviewSchema, InsightsRowSchema } from '@avatary/contract/insights'
import type { Page } from 'playwright-core'
import type { Static } from 'typebox'
import { hasChromium } from '../../../server/tests/support/chromium.ts'
import { skipSuiteWithout } from '../../../server/tests/support/engines.ts'
import { until } from '../../../server/tests/support/until.ts'
import { createDemoCatalog } from '../../../sim/src/demo/demo-catalog.ts'
import { intercept } from '../support/intercept.ts'
import { DESKTOP, PHONE, startSharedSite, TABLET } from '../support/site.ts'

type Overview = Static<typeof InsightsOverviewSchema>
type Ranking = { readonly avatars: readonly Static<typeof InsightsRowSchema>[] }

const answerOf = async <Answer>(url: string) => (await (await fetch(url)).json()) as Answer

const rows = (page: Page) => page.locator('table[aria-labelledby="ranking"] tbody tr')

const names = (page: Page) => page.locator('table[aria-labelledby="ranking"] tbody th a').allInnerTexts()

/** Runs in the page: true when the numbers are shown as those of other days. */
const IS_DIMMED = `getComputedStyle(document.querySelector('.counter-chart_numbers')).opacity === '0.6'`

const sortedHeader = (page: Page) => page.locator('th[aria-sort="descending"]')

describe('reading the numbers of all avatars', () => {
  if (!hasChromium) return skipSuiteWithout('chromium')
  const open = startSharedSite()

  it('shows the numbers that the interface answers', async t => {
    const { page, origin, api } = await open(t)
    await page.goto(`${origin}/insights?days=7`)
    const views = page.getByRole('radio', { name: /^Views/ })
    // The page retries until the server has loaded its counts.
    await views.waitFor()
    const { window, leaderboards } = await answerOf<Overview>(`${api}/insights/overview?days=7`)
    const counted = await page.locator('label', { has: views }).innerText()
    assert.ok(counted.includes(window.views.toLocaleString('en')), counted)
    const board = page.getByRole('region', { name: 'Most liked' })
    assert.deepEqual(
      await board.getByRole('link').allInnerTexts(),
      leaderboards.likes.map(({ name }) => name),
    )
  })

  it('dims the numbers of other days until those of the chosen days arrive', async t => {
    const { page, origin } = await open(t)
    const { id } = createDemoCatalog().indexedAvatars[0]!
    for (const path of ['/insights', `/avatar/${id}`]) {
      await page.goto(origin + path)
      await page.getByRole('radio', { name: /^Views/ }).waitFor()
      const answer = Promise.withResolvers<void>()
      await intercept(page, '**/api/insights/*?days=7*', async route => {
        await answer.promise
        await route.continue()
      })
      await intercept(page, '**/api/insights/avatars/*?days=7*', async route => {
        await answer.promise
        await route.continue()
      })
      await page.getByRole('radio', { name: '7 days' }).check()
      const stale = page.locator('[aria-busy=true]', { has: page.getByRole('radio', { name: /^Views/ }) })
      await until('it is dimmed', () => page.evaluate<boolean>(IS_DIMMED))
      answer.resolve()
      await stale.waitFor({ state: 'detached' })
    }
  })

  it('shows no trend that rounds to nothing', async t => {
    const { page, origin, api } = await open(t)
    const answer = await answerOf<Overview>(`${api}/insights/overview?days=7`)
    const trend = { ...answer.trend, views: -0.4, likes: -0.6 }
    await intercept(page, '**/api/insights/overview*', route => route.fulfill({ json: { ...answer, trend } }))
    // The first page's answer is embedded in its HTML.
    await page.goto(origin)
    await page.getByRole('link', { name: 'Insights' }).first().click()
    await page.getByRole('radio', { name: '7 days' }).check()
    await page.getByRole('radio', { name: /^Likes .*↓ 1%/ }).waitFor()
    const views = page.locator('label', { has: page.getByRole('radio', { name: /^Views/ }) })
    assert.doesNotMatch(await views.innerText(), /%/)
  })

  it('sorts the ranking by a header, and its address shows the same page again', async t => {
    const { page, origin, api } = await open(t)
    await page.goto(`${origin}/insights`)
    await rows(page).first().waitFor()
    await page
      .getByRole('columnheader', { name: /^Likes/ })
      .getByRole('button')
      .press('Enter')
    await page.waitForURL('**/insights?sort=likes')
    await page.locator('table[aria-busy="false"]').waitFor()
    assert.match(await sortedHeader(page).innerText(), /Likes/)
    const { avatars } = await answerOf<Ranking>(`${api}/insights/avatars?sort=likes&days=30&limit=100`)
    const expected = avatars.map(({ name }) => name)
    assert.deepEqual(await names(page), expected)
    await page.reload()
    await rows(page).first().waitFor()
    assert.deepEqual(await names(page), expected)
  })

  for (const screen of [DESKTOP, TABLET])
    it(`keeps the headers of the ranking visible below its controls: ${screen.viewport.width}`, async t => {
      const { page, origin } = await open(t, screen)
      await page.goto(`${origin}/insights`)
      await rows(page).nth(40).scrollIntoViewIfNeeded()
      const search = (await page.getByRole('searchbox', { name: 'Search in the ranking' }).boundingBox())!
      const header = (await page.locator('table[aria-labelledby="ranking"] thead').boundingBox())!
      assert.ok(header.y >= search.y + search.height, 'below the controls')
      assert.ok(header.y < search.y + search.height + 24, 'beside the controls')
      await rows(page).nth(10).getByRole('link').focus()
      const focused = (await rows(page).nth(10).boundingBox())!
      assert.ok(focused.y >= header.y + header.height, 'a row with the focus is not covered')
    })

  for (const locale of ['en-US', 'zh-CN'])
    it(`keeps dates inside of their column on a phone: ${locale}`, async t => {
      const { page, origin } = await open(t, { ...PHONE, locale })
      await page.goto(`${origin}/insights?sort=newest`)
      await rows(page).first().waitFor()
      const overflowing = await page.evaluate(`
        [...document.querySelectorAll('[aria-labelledby="ranking"] td[data-sorted]')].filter(cell => {
          const range = document.createRange()
          range.selectNodeContents(cell)
          const text = range.getBoundingClientRect()
          const { left, right } = cell.getBoundingClientRect()
          return text.left < left || text.right > right
        }).length`)
      assert.equal(overflowing, 0)
    })

  it('aligns names of any script at one edge, and marks pictures that are hidden', async t => {
    const { page, origin, api } = await open(t)
    const answer = await answerOf<Ranking>(`${api}/insights/avatars?days=7`)
    const [first, second, ...others] = answer.avatars
    const avatars = [
      { ...first!, name: 'ثعلب', authorName: 'نجم', tags: [] },
      { ...second!, tags: ['content_gore'] },
      ...others,
    ]
    await intercept(page, '**/api/insights/avatars?*', route =>
      route.fulfill({ json: { ...answer, avatars } }),
    )
    await page.goto(origin)
    await page.getByRole('link', { name: 'Insights' }).first().click()
    await page.getByRole('radio', { name: '7 days' }).check()
    const author = page.getByText('نجم', { exact: true })
    await author.waitFor()
    const startOf = (selector: string) =>
      page.evaluate(`{
        const range = document.createRange()
        range.selectNodeContents(document.querySelector('[aria-labelledby="ranking"] tbody ${selector}'))
        Math.round(range.getBoundingClientRect().left)
      }`)
    const edge = await startOf('tr:nth-child(2) a')
    assert.deepEqual([await startOf('a'), await startOf('a + bdi')], [edge, edge])
    await rows(page).nth(1).getByText('Gore').waitFor()
    const mark = await page.evaluate(`{
      const covers = [...document.querySelectorAll('[aria-labelledby="ranking"] tbody span')]
      getComputedStyle(covers.findLast(({ textContent }) => textContent === 'Gore'), '::before').backgroundImage
    }`)
    assert.match(String(mark), /svg/)
  })

  it('turns the pages of the ranking', async t => {
    const { page, origin } = await open(t)
    await page.goto(`${origin}/insights?days=7`)
    await rows(page).first().waitFor()
    const [first] = await names(page)
    await page.getByRole('link', { name: 'Next' }).click()
    await page.waitForURL('**/insights?days=7&page=2')
    await rows(page).getByText('101', { exact: true }).waitFor()
    assert.equal(await rows(page).count(), 100)
    await page.goBack()
    await rows(page).getByText(first!, { exact: true }).waitFor()
  })

  it('explores a chart by arrow keys, and shows it as a table', async t => {
    const { page, origin, api } = await open(t)
    await page.goto(`${origin}/insights?days=7&view=likes`)
    const { series } = await answerOf<Overview>(`${api}/insights/overview?days=7`)
    await page.getByRole('img', { name: 'Likes, day by day, in the last 7 days' }).focus()
    await page.keyboard.press('Home')
    const value = page.locator('figure p[aria-live]')
    assert.match(await value.innerText(), new RegExp(`: ${series[0]?.likes}$`))
    await page.keyboard.press('ArrowRight')
    assert.match(await value.innerText(), new RegExp(`: ${series[1]?.likes}$`))
    await page.getByText('Show as a table').click()
    assert.equal(await page.locator('figure tbody tr').count(), 7)
  })

  it('searches in the ranking on a phone, and helps when nothing matches', async t => {
    const { page, origin } = await open(t, PHONE)
    await page.goto(`${origin}/insights`)
    await page.getByRole('searchbox', { name: 'Search in the ranking' }).fill('zzzzzz')
    await page.getByRole('heading', { name: 'No avatar matches' }).waitFor()
    assert.equal(new URL(page.url()).search, '?q=zzzzzz')
    await page.getByRole('button', { name: 'Show all avatars' }).click()
    await rows(page).first().waitFor()
    await page.getByRole('combobox', { name: 'Order by' }).selectOption('newest')
    await page.waitForURL('**/insights?sort=newest')
  })

  it('shows the ranking while the totals are away', async t => {
    const { page, origin } = await open(t)
    await intercept(page, '**/api/insights/overview?*', route =>
      route.fulfill({ status: 500, json: { error: 'It failed.', code: 'internal' } }),
    )
    await page.goto(`${origin}/insights`)
    await page.getByRole('button', { name: 'Try again' }).waitFor()
    await rows(page).first().waitFor()
    await page.unroute('**/api/insights/overview?*')
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('region', { name: 'Rising' }).waitFor()
  })

  it('is in Japanese in a Japanese browser', async t => {
    const { page, origin } = await open(t, { ...PHONE, locale: 'ja-JP' })
    await page.goto(`${origin}/insights`)
    await page.getByRole('heading', { level: 1, name: '統計' }).waitFor()
    await page.getByRole('region', { name: '急上昇' }).waitFor()
    assert.equal(await page.title(), '統計 · Avatary')
  })
})
