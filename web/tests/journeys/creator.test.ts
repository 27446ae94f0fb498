import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Creator } from '@avatary/contract/creators'
import { hasChromium } from '../../../server/tests/support/chromium.ts'
import { skipSuiteWithout } from '../../../server/tests/support/engines.ts'
import { cards } from '../support/cards.ts'
import { intercept } from '../support/intercept.ts'
import { DESKTOP, PHONE, startSharedSite, TABLET } from '../support/site.ts'

/** A creator with several avatars, as the interface answers. */
async function someCreator(api: string): Promise<Creator> {
  const read = async <Answer>(path: string) => (await (await fetch(api + path)).json()) as Answer
  const { avatars } = await read<{ avatars: readonly { authorId: string }[] }>(
    '/avatars/search?sort=popular&limit=60',
  )
  const counts = Map.groupBy(avatars, ({ authorId }) => authorId)
  const [most] = [...counts].sort(([, a], [, b]) => b.length - a.length)
  return await read<Creator>(`/creators/${most![0]}`)
}

/** Runs in the page: for each row of controls, how many pixels are free beside them. */
const ROOM_BESIDE_CONTROLS = `(bar => {
  const { right } = bar.getBoundingClientRect()
  const padding = parseFloat(getComputedStyle(bar).paddingRight)
  const boxes = [...bar.children].map(each => each.getBoundingClientRect())
  const rows = Map.groupBy(boxes, ({ top, bottom }) => Math.round((top + bottom) / 16))
  return [...rows.values()].map(row => Math.abs(Math.round(right - padding - Math.max(...row.map(each => each.right)))))
})(document.querySelector('main search').parentElement)`

describe('looking at a creator', () => {
  if (!hasChromium) return skipSuiteWithout('chromium')
  const open = startSharedSite()

  for (const [width, options] of Object.entries({ phone: PHONE, desktop: DESKTOP })) {
    it(`shows names, totals and avatars, and searches in them: ${width}`, async t => {
      const { page, origin, api } = await open(t, options)
      const { id, name, avatars, views } = await someCreator(api)
      assert.ok(avatars > 1)
      await page.goto(`${origin}/creator/${id}`)
      await page.getByRole('heading', { level: 1, name, exact: true }).waitFor()
      await page.getByText(`${views.toLocaleString('en')} views`).waitFor()
      await cards(page).first().waitFor()
      const first = await cards(page).first().innerText()
      const field = page.getByRole('searchbox', { name: 'Search their avatars' })
      await field.fill('zzzzzz')
      await page.getByRole('heading', { name: 'None of their avatars matches' }).waitFor()
      assert.equal(new URL(page.url()).search, '?q=zzzzzz')
      await page.getByRole('button', { name: 'Show all of them' }).click()
      await page.getByText(first, { exact: true }).waitFor()
      assert.equal(new URL(page.url()).pathname, `/creator/${id}`)
      const feed = await page.getByRole('link', { name: 'Feed of new avatars' }).getAttribute('href')
      assert.equal((await fetch(api + feed!.replace('/api', ''))).status, 200)
    })
  }

  it('has two full rows of controls on a tablet', async t => {
    const { page, origin, api } = await open(t, TABLET)
    const { id } = await someCreator(api)
    await page.goto(`${origin}/creator/${id}`)
    await cards(page).first().waitFor()
    assert.deepEqual(await page.evaluate(ROOM_BESIDE_CONTROLS), [0, 0])
  })

  it('is opened from an avatar, to which Back returns', async t => {
    const { page, origin, api } = await open(t)
    const { id, name } = await someCreator(api)
    const { avatars } = (await (await fetch(`${api}/avatars/search?author=${id}&limit=1`)).json()) as {
      avatars: readonly { id: string; name: string }[]
    }
    await page.goto(`${origin}/avatar/${avatars[0]!.id}`)
    await page.getByRole('link', { name, exact: true }).first().click()
    await page.waitForURL(`**/creator/${id}`)
    await page.getByRole('heading', { level: 1, name, exact: true }).waitFor()
    await page.goBack()
    await page.getByRole('heading', { level: 1, name: avatars[0]!.name, exact: true }).waitFor()
  })

  it('leads to one of the avatars, and to any other by the search field', async t => {
    const { page, origin, api } = await open(t)
    const { id } = await someCreator(api)
    await page.goto(`${origin}/creator/${id}`)
    await cards(page).first().click()
    await page.getByRole('heading', { name: 'Numbers' }).waitFor()
    await page.goBack()
    await page.getByRole('searchbox', { name: 'Search their avatars' }).waitFor()
    await page.keyboard.press('/')
    await page.keyboard.type('dragon')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'avatars match dragon' }).waitFor()
    await cards(page).first().click()
    await page.getByRole('heading', { name: 'Numbers' }).waitFor()
  })

  it('does not mark searches of the next page as provisional when a visitor leaves it while typing', async t => {
    const { page, origin, api } = await open(t)
    const { id } = await someCreator(api)
    await page.goto(`${origin}/creator/${id}`)
    await page.getByRole('searchbox', { name: 'Search their avatars' }).fill('a')
    await page.evaluate(`document.querySelector('header a[href="/"]').click()`)
    const asked = page.waitForRequest(/search\?q=cat/)
    await page.locator('main').getByRole('link', { name: 'cat', exact: true }).click()
    assert.equal((await asked).headers()['search-provisional'], undefined)
  })

  it('shows no number of avatars when the list is refused', async t => {
    const { page, origin, api } = await open(t)
    const { id } = await someCreator(api)
    await intercept(page, '**/api/avatars/search?*', route =>
      route.fulfill({ status: 400, json: { error: 'No', code: 'invalid_parameter' } }),
    )
    await page.goto(`${origin}/creator/${id}?sort=name`)
    await page.getByRole('button', { name: 'Try again' }).waitFor()
    assert.equal(await page.getByText('0 avatars', { exact: true }).count(), 0)
  })

  it('says that a creator has no listed avatar', async t => {
    const { page, origin } = await open(t)
    const response = await page.goto(`${origin}/creator/usr_00000000-0000-4000-8000-000000000000`)
    assert.equal(response!.status(), 404)
    await page.getByRole('heading', { name: 'No avatar of this creator is listed' }).waitFor()
  })
})
