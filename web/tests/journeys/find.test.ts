import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { MAX_CLAUSES } from '@avatary/contract/query-language'
import type { Page } from 'playwright-core'
import { hasChromium } from '../../../server/tests/support/chromium.ts'
import { skipSuiteWithout, skipWithout } from '../../../server/tests/support/engines.ts'
import { until } from '../../../server/tests/support/until.ts'
import { createDemoCatalog } from '../../../sim/src/demo/demo-catalog.ts'
import { assertAccessible } from '../support/axe.ts'
import { cards } from '../support/cards.ts'
import { intercept } from '../support/intercept.ts'
import { DESKTOP, PHONE, startSharedSite } from '../support/site.ts'
import { siteTexts } from '../support/texts.ts'

/** The index of the first loaded card below the bars. */
const FIRST_IN_SIGHT = `[...document.querySelectorAll('li[aria-posinset]')]
  .find(item => item.getBoundingClientRect().top > 200 && item.querySelector('h3'))?.ariaPosInSet`

/**
 * Runs in the page: makes a name begin with a bracket.
 * @returns the width of the bracket in em, of which half is blank.
 */
const ROOM_OF_BRACKET = `name => {
  name.textContent = '［A］'
  const range = document.createRange()
  range.setStart(name.firstChild, 0)
  range.setEnd(name.firstChild, 1)
  return range.getBoundingClientRect().width / Number.parseFloat(getComputedStyle(name).fontSize)
}`

/** True when a bracket is as wide as the box for a missing glyph, so that the font lacks it. */
const LACKS_BRACKET = `(() => {
  const context = document.createElement('canvas').getContext('2d')
  return context.measureText('［').width === context.measureText('\\u{10FFFE}').width
})()`

/** The look of the scrollbar of a row. */
const barOf = (page: Page, row: string) =>
  page.evaluate<{ width: string; color: string }>(`(({ scrollbarWidth: width, scrollbarColor: color }) =>
    ({ width, color }))(getComputedStyle(document.querySelector('${row}')))`)

interface Facets {
  total: number
  tags: { tag: string; count: number }[]
}

const heading = (page: Page) => page.locator('h1')

describe('finding an avatar', () => {
  if (!hasChromium) return skipSuiteWithout('chromium')
  const open = startSharedSite()

  it('aligns names that begin with a bracket with other names', async t => {
    const { page, origin } = await open(t)
    if (await page.evaluate(LACKS_BRACKET)) return skipWithout(t, 'font of Japanese')
    const { id, authorId } = createDemoCatalog().indexedAvatars[0]!
    for (const [path, name] of [
      ['/?q=cat', 'article h3 bdi'],
      ['/insights', '[aria-labelledby="board-views"] a bdi'],
      ['/insights', 'tbody th a bdi'],
      [`/avatar/${id}`, 'h1 bdi'],
      [`/creator/${authorId}`, 'h1 bdi'],
    ] as const) {
      await page.goto(origin + path)
      await page.locator(name).first().waitFor()
      const ems = Number(await page.evaluate(`(${ROOM_OF_BRACKET})(document.querySelector('${name}'))`))
      assert.ok(ems < 0.6, `the bracket takes ${ems} em: ${path} ${name}`)
    }
  })

  it('filters and sorts, and its address shows the same page again', async t => {
    const { page, origin } = await open(t)
    await page.goto(`${origin}/?q=cat`)
    await cards(page).first().waitFor()
    await page.getByRole('radio', { name: 'Quest' }).check()
    await page.getByRole('combobox', { name: 'Order' }).selectOption('popular')
    await page.waitForURL('**/?q=cat&platform=quest&sort=popular')
    await page.locator('ol[aria-busy="false"]').waitFor()
    const text = await heading(page).innerText()
    const names = await cards(page).allInnerTexts()
    await page.reload()
    await cards(page).first().waitFor()
    assert.equal(await heading(page).innerText(), text)
    assert.deepEqual((await cards(page).allInnerTexts()).slice(0, 6), names.slice(0, 6))
  })

  it('shows how many results each platform and tag would leave, and filters by several tags', async t => {
    const { page, origin, api } = await open(t)
    await page.goto(`${origin}/?q=cat`)
    const narrowTo = async (tag: string, tags: string) => {
      const answer = await fetch(`${api}/avatars/search?q=cat&tag=${tags}&limit=1`)
      const { total } = (await answer.json()) as { total: number }
      const name = new RegExp(`^${tag}.*\\b${total}\\b`)
      await page.getByRole('toolbar', { name: 'Tags' }).getByRole('button', { name }).click()
      await heading(page).getByText(`${total} avatars`).waitFor()
    }
    await narrowTo('face tracking', 'face_tracking')
    await narrowTo('cute', 'face_tracking,cute')
    assert.equal(new URL(page.url()).searchParams.get('tag'), 'face_tracking,cute')
    await page.getByRole('button', { name: 'Remove face tracking' }).click()
    await page.waitForURL(`${origin}/?q=cat&tag=cute`)
    const quest = page.getByRole('radio', { name: 'Quest' })
    await quest.check()
    // The tags keep the counts of the previous search until those of this one have arrived.
    await until('the count of the platform is that of the results', async () => {
      const count = (await quest.locator('..').innerText()).replace(/\D/g, '')
      return count !== '' && (await heading(page).innerText()).startsWith(`${count} avatar`)
    })
  })

  it('keeps the focus on a tag when other counts of the same search arrive', async t => {
    const { page, origin, api } = await open(t)
    await page.clock.install()
    await page.goto(`${origin}/?q=cat`)
    const tag = page.getByRole('toolbar', { name: 'Tags' }).getByRole('button', { name: /^cute/ })
    await tag.focus()
    const element = (await tag.elementHandle())!
    await intercept(page, '**/api/search/facets?**', async route => {
      const answer = await fetch(`${api}/search/facets${new URL(route.request().url()).search}`)
      const { tags, total, ...others } = (await answer.json()) as Facets
      const moved = tags.map(each => ({ ...each, count: each.count + 1 }))
      await route.fulfill({ json: { ...others, total: total + 1, tags: moved } })
    })
    const before = await tag.innerText()
    await page.clock.fastForward('02:00')
    await page.evaluate(`dispatchEvent(new Event('visibilitychange'))`)
    await until('the counts are others', async () => (await tag.innerText()) !== before)
    // A new element would be read by a screen reader once more.
    assert.ok(await element.evaluate(tag => tag === tag.ownerDocument.activeElement))
  })

  it('scrolls the first selected tag into view on a small screen', async t => {
    const { page, origin } = await open(t, PHONE)
    await page.goto(`${origin}/?tag=face_tracking`)
    const tag = page.getByRole('button', { name: 'Remove face tracking' })
    await tag.waitFor()
    const { x, width } = (await tag.boundingBox())!
    assert.ok(x > 0 && Math.floor(x + width) <= PHONE.viewport.width, `from ${x} on, ${width} px wide`)
  })

  it('filters by performance, in the address, too, and offers to remove the filter when nothing is left', async t => {
    const { page, origin, api } = await open(t)
    await page.goto(`${origin}/?q=cat&platform=ios`)
    await heading(page).getByText('match cat').waitFor()
    const choice = page.getByRole('combobox', { name: 'Minimum performance rating' })
    await choice.selectOption({ label: 'Good or better' })
    await page.waitForURL(`${origin}/?q=cat&platform=ios&minPerformance=good`)
    const answer = await fetch(`${api}/avatars/search?q=cat&platform=ios&minPerformance=good`)
    const { total } = (await answer.json()) as { total: number }
    await heading(page).getByText(`${total} avatars match cat`).waitFor()
    await page.reload()
    await heading(page).getByText(`${total} avatars match cat`).waitFor()
    assert.equal(await choice.inputValue(), 'good')
    await page.goto(`${origin}/?q=cat+zzzzzz&minPerformance=good`)
    await page.getByRole('button', { name: 'Search without the rating' }).click()
    await page.waitForURL(`${origin}/?q=cat+zzzzzz`)
    assert.equal(await choice.inputValue(), 'any')
  })

  it('shows other avatars when nothing matches', async t => {
    const { page, origin } = await open(t, PHONE)
    await page.goto(`${origin}/?q=cat+zzzzzz`)
    await page.getByRole('heading', { name: 'Nothing matches “cat zzzzzz”' }).waitFor()
    await page.getByRole('region', { name: 'Most viewed this week' }).getByRole('link').nth(1).click()
    await page.getByRole('link', { name: 'Open in VRChat' }).waitFor()
  })

  it('mentions the words below only when some of them find something', async t => {
    const { page, origin } = await open(t)
    await page.goto(`${origin}/?q=rexouiumm+zzq`)
    await page.getByText('Try other words, or look at everything.').waitFor()
    await page.goto(`${origin}/?q=cat+zzzzzz`)
    await page.getByText('Try fewer words, or one of these.').waitFor()
    await page.locator('section').getByRole('button', { name: /^cat/ }).waitFor()
  })

  it('isolates the direction of a text that finds nothing from the sentence around it', async t => {
    for (const locale of ['en-US', 'ja-JP', 'ko-KR', 'zh-CN']) {
      const { page, origin } = await open(t, { ...PHONE, locale })
      await page.goto(`${origin}/?q=${encodeURIComponent('قطة zzqqxx')}`)
      await page.locator('section h2 bdi').getByText('قطة zzqqxx', { exact: true }).waitFor()
    }
  })

  it('shows no most viewed avatars when nothing was viewed', async t => {
    const { page, origin, api } = await open(t)
    const answer = await fetch(`${api}/avatars/trending?limit=10`)
    const { avatars } = (await answer.json()) as { avatars: object[] }
    const unseen = { avatars: avatars.map(avatar => ({ ...avatar, views: 0 })) }
    await intercept(page, `${origin}/api/avatars/trending*`, route => route.fulfill({ json: unseen }))
    await page.goto(`${origin}/?q=cat+zzzzzz`)
    const shelf = page.getByRole('heading', { name: 'Most viewed this week' })
    await shelf.waitFor({ state: 'detached' })
    await page.waitForLoadState('networkidle')
    assert.equal(await shelf.count(), 0)
  })

  it('offers to submit avatars while there are none at all', async t => {
    const { page, origin } = await open(t)
    await intercept(page, `${origin}/api/avatars/search*`, route =>
      route.fulfill({ json: { total: 0, avatars: [], limit: 60, offset: 0, hasMore: false } }),
    )
    await page.goto(`${origin}/nowhere`)
    await page.getByRole('heading', { name: 'There is nothing here' }).waitFor()
    await page.waitForLoadState('networkidle')
    assert.equal(await page.getByRole('heading', { name: 'Newest avatars' }).count(), 0)
    await page.getByRole('link', { name: 'Avatary' }).click()
    await page.getByRole('heading', { name: 'No avatars are here yet' }).waitFor()
    assert.equal(await page.getByRole('button', { name: 'All avatars' }).count(), 0)
    await page.getByRole('main').getByRole('link', { name: 'Submit avatars' }).click()
    await page.getByRole('heading', { level: 1, name: 'Submit avatars' }).waitFor()
  })

  it('hides the filters on a small screen while it is scrolled down, until it is scrolled up or a key reaches them', async t => {
    const { page, origin } = await open(t, PHONE)
    await page.goto(`${origin}/?q=cat`)
    await cards(page).first().waitFor()
    const quest = page.getByRole('radio', { name: 'Quest' })
    const isInSight = () => quest.evaluate(radio => radio.getBoundingClientRect().bottom > 0)
    const scrollTo = (y: number) => page.evaluate(`scrollTo(0, ${y})`)
    assert.ok(await isInSight())
    await scrollTo(900)
    await until('the filters are above the screen', async () => !(await isInSight()))
    await scrollTo(800)
    await until('they are back', isInSight)
    await scrollTo(900)
    await until('they are above the screen again', async () => !(await isInSight()))
    await quest.evaluate(radio => radio.focus())
    await until('they are there for keys', isInSight)
  })

  it('moves among the tags by arrow keys: they are one tab stop, and the next one is in the results', async t => {
    const { page, origin } = await open(t)
    await page.goto(`${origin}/?q=cat`)
    const tags = page.getByRole('toolbar', { name: 'Tags' }).getByRole('button')
    await tags.nth(3).waitFor()
    assert.equal(await page.locator('[role=toolbar] button[tabindex="0"]').count(), 1)
    const focused = () => page.evaluate('document.activeElement.textContent')
    await page.getByRole('combobox', { name: 'Minimum performance rating' }).focus()
    await page.keyboard.press('Tab')
    assert.equal(await focused(), await tags.first().textContent())
    await page.keyboard.press('ArrowRight')
    assert.equal(await focused(), await tags.nth(1).textContent())
    await page.keyboard.press('End')
    assert.equal(await focused(), await tags.last().textContent())
    await page.keyboard.press('Home')
    const first = await tags.first().locator('bdi').innerText()
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: `Remove ${first}` }).waitFor()
    await until('the focus stays in the tags', async () =>
      Boolean(await page.evaluate(`document.activeElement.closest('[role=toolbar]')`)),
    )
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    assert.ok(await page.evaluate(`document.activeElement.closest('li[aria-posinset="1"]')`))
  })

  it('has a link to the results as the second tab stop of the page', async t => {
    const { page, origin } = await open(t)
    await page.goto(origin)
    await cards(page).first().waitFor()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    assert.ok(await page.evaluate(`document.activeElement.closest('li[aria-posinset="1"]')`))
  })

  it('returns to the same card, however far down', async t => {
    const { page, origin } = await open(t)
    await page.goto(`${origin}/?sort=name&platform=pc`)
    await cards(page).first().waitFor()
    await page.evaluate('scrollTo(0, 20000)')
    await until('the grid is scrolled', async () => Number(await page.evaluate(FIRST_IN_SIGHT)) > 300)
    const card = page.locator(`li[aria-posinset="${await page.evaluate(FIRST_IN_SIGHT)}"] h3 a`)
    await card.waitFor()
    // The first loaded card may be below the viewport; focusing scrolls to it.
    await card.focus()
    const before = (await page.evaluate('scrollY')) as number
    const name = await card.innerText()
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name, exact: true }).waitFor()
    assert.equal(await page.evaluate('scrollY'), 0)
    await page.goBack()
    await card.waitFor()
    assert.equal(await page.evaluate('scrollY'), before)
    await until(
      'the focus is back on the card',
      async () => (await page.evaluate('document.activeElement?.textContent')) === name,
    )
  })

  it('returns to a card of the first screen by keys alone', async t => {
    const { page, origin } = await open(t)
    await page.goto(`${origin}/?q=cat`)
    await cards(page).nth(1).focus()
    const name = await cards(page).nth(1).innerText()
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name, exact: true }).waitFor()
    await page.keyboard.press(']')
    await page.getByText('3 of').waitFor()
    await page.goBack()
    await until(
      'the focus is back on the card',
      async () => (await page.evaluate('document.activeElement?.textContent')) === name,
    )
  })

  for (const screen of [PHONE, DESKTOP]) {
    it(`keeps few elements in the document, and a scrollbar for all results, at ${screen.viewport!.width} pixels`, async t => {
      const { page, origin } = await open(t, screen)
      await page.goto(`${origin}/?sort=name`)
      await cards(page).first().waitFor()
      for (let y = 0; y < 60_000; y += 12_000) {
        await page.evaluate(`scrollTo(0, ${y})`)
        await until('cards are loaded', async () => (await cards(page).count()) > 3)
      }
      const elements = (await page.evaluate(`document.querySelectorAll('*').length`)) as number
      const height = (await page.evaluate('document.documentElement.scrollHeight')) as number
      assert.ok(elements < 1500, `${elements} elements`)
      assert.ok(height > 100_000, `${height} px high`)
    })
  }

  it('moves in the grid, which is one tab stop, by arrow keys', async t => {
    const { page, origin } = await open(t)
    await page.goto(`${origin}/?q=cat`)
    await cards(page).first().focus()
    const place = () => page.evaluate(`document.activeElement.closest('li')?.ariaPosInSet`)
    await page.keyboard.press('ArrowRight')
    assert.equal(await place(), '2')
    await page.keyboard.press('End')
    await until('the focus is on the last card', async () => Number(await place()) > 100)
    await page.keyboard.press('Home')
    await until('the focus is on the first card', async () => (await place()) === '1')
    // The card is loaded again. Until it arrives, its list item has the focus and is the tab stop.
    await until('the card has the focus', () =>
      page.evaluate<boolean>(`document.activeElement.matches('h3 a')`),
    )
    assert.equal(await page.locator('ol[aria-label] :is(a, li)[tabindex="0"]').count(), 1)
    assert.equal(await page.evaluate('document.activeElement.tabIndex'), 0)
  })

  it('offers what would match when nothing does', async t => {
    const { page, origin } = await open(t)
    await page.goto(`${origin}/?q=cat+zzzzzz&platform=ios`)
    await page.locator('section').getByRole('button', { name: /^cat/ }).click()
    await heading(page).getByText('match cat').waitFor()
    assert.equal(new URL(page.url()).search, '?q=cat&platform=ios')
  })

  it('offers the words of a search without its signs, and none that it excludes', async t => {
    const { page, origin } = await open(t)
    await page.goto(`${origin}/?q=${encodeURIComponent('("cat" OR zzq) -dog qqzz')}`)
    const nothing = page.locator('section', { hasText: 'Nothing matches' })
    const offers = nothing.getByRole('button', { name: /\d$/ })
    await offers.first().waitFor()
    await page.waitForLoadState('networkidle')
    assert.equal(await offers.count(), 1)
    assert.match(await offers.innerText(), /^cat\s/)
  })

  it('offers tags with a similar spelling when no avatar has the tag', async t => {
    const { page, origin } = await open(t)
    await page.goto(`${origin}/?tag=drgon`)
    await page
      .locator('section')
      .getByRole('button', { name: /^dragon/ })
      .click()
    await heading(page).getByText('avatars').waitFor()
    assert.equal(new URL(page.url()).search, '?tag=dragon')
  })

  it('advises what to shorten when a search is too complex, and finds once it is shorter', async t => {
    const ui = await siteTexts('ui', 'ja')
    const { page, origin } = await open(t, { ...PHONE, locale: 'ja-JP' })
    await page.goto(`${origin}/?q=fox`)
    await cards(page).first().waitFor()
    const field = page.getByRole('combobox', { name: 'アバターを検索' })
    for (const q of ['((((((fox))))))', `a${' OR a'.repeat(MAX_CLAUSES + 1)}`]) {
      await field.fill(q)
      await page.getByRole('heading', { name: ui('tooComplex') }).waitFor()
      await page.getByRole('heading', { level: 1, name: q }).waitFor()
      assert.equal(await page.getByRole('button', { name: ui('retry') }).count(), 0)
    }
    await page.getByText(/20個.+5段/).waitFor()
    assert.equal(await page.getByRole('link', { name: ui('searchHelp') }).count(), 1)
    await assertAccessible(page)
    await field.fill('((fox))')
    await cards(page).first().waitFor()
  })

  it('counts down after too many requests, and then retries once', async t => {
    const { page, origin } = await open(t)
    let refused = 0
    await intercept(page, '**/api/avatars/search?*', async route => {
      if (refused > 0) return await route.continue()
      refused++
      await route.fulfill({
        status: 429,
        headers: { 'Retry-After': '2' },
        json: { error: 'Too many requests.', code: 'rate_limited' },
      })
    })
    const asked: string[] = []
    page.on('request', request => request.url().includes('/avatars/search?') && asked.push(request.url()))
    await page.goto(`${origin}/submit`)
    await page.getByRole('combobox', { name: 'Search avatars' }).fill('cat')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'A little too fast' }).waitFor()
    await heading(page).getByText('match cat').waitFor()
    assert.equal(asked.filter(url => url.includes('offset=0')).length, 2)
  })

  it('scrolls rows sideways by a scrollbar with a mouse, without one by touch', async t => {
    for (const [screen, expected] of [
      [DESKTOP, 'thin'],
      [PHONE, 'none'],
    ] as const) {
      const { page, origin } = await open(t, screen)
      await page.goto(origin)
      for (const row of ['[aria-labelledby="most-viewed"] ol', '[role="toolbar"]']) {
        await page.locator(`${row} > *`).first().waitFor()
        await page.locator(row).hover({ position: { x: 20, y: 20 } })
        const { width, color } = await barOf(page, row)
        assert.equal(width, expected)
        await page.mouse.move(0, 0)
        if (screen === DESKTOP) assert.notEqual((await barOf(page, row)).color, color)
      }
    }
  })
})
