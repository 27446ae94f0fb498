import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { hasChromium } from '../../../server/tests/support/chromium.ts'
import { skipSuiteWithout } from '../../../server/tests/support/engines.ts'
import { until } from '../../../server/tests/support/until.ts'
import { cards } from '../support/cards.ts'
import { intercept } from '../support/intercept.ts'
import { saveMany } from '../support/many-saved.ts'
import {
  DESKTOP,
  PHONE,
  type SitePage,
  signIn,
  startSharedSite,
  TABLET,
  TOUCH_TABLET,
} from '../support/site.ts'

/** Maximum cards that may be created per frame. */
const MAX_PER_FRAME = 8
/** Rows that are rendered above and below the visible ones. */
const OVERSCAN_ROWS = 2

interface Turn {
  /** Number of the frame before this turn. */
  readonly frame: number
  /** Number of cards added to the document. */
  readonly cards: number
  /** Indexes of the cards or skeletons that are rendered afterwards. */
  readonly indexes: readonly number[]
}

/** Runs in the page: the rendered items of the grid, and the indexes of some. */
const ITEMS = `[...document.querySelectorAll('main li[aria-posinset]')]`
const PLACES = `.map(item => Number(item.dataset.index))`
const IN_SIGHT = `.filter(item => {
  const { top, bottom } = item.getBoundingClientRect()
  return bottom > 0 && top < innerHeight
})`
/** Includes the card's focus ring. */
const CLEAR = `.filter(item =>
  item.getBoundingClientRect().top - 5 >=
    document.querySelector('[role=toolbar]').parentElement.getBoundingClientRect().bottom)`
const COLUMNS = `new Set(${ITEMS}.map(item => item.getBoundingClientRect().left)).size`
const ADDRESSES = `${ITEMS}.map(item => item.querySelector('h3 a')?.getAttribute('href'))`

/** Runs in the page: records what each mutation of the document adds to the grid. */
const WATCH = `{
  window.turns = []
  let frame = 0
  const next = () => {
    frame++
    requestAnimationFrame(next)
  }
  next()
  const linksOf = node => node.nodeType === 1 ? node.matches('h3 a') + node.querySelectorAll('h3 a').length : 0
  new MutationObserver(records => turns.push({
    frame,
    cards: records.flatMap(({ addedNodes }) => [...addedNodes]).reduce((sum, node) => sum + linksOf(node), 0),
    indexes: ${ITEMS}${PLACES},
  })).observe(document.querySelector('ol[aria-busy]'), { childList: true, subtree: true })
}`

/**
 * Does something to the grid, and waits until every rendered item has its card. Scrolling affects the grid in the next
 * frame, so earlier changes, such as save buttons that load late, are not counted.
 * @returns what was added, turn by turn.
 */
async function turnsOf(page: Page, act: () => Promise<unknown>): Promise<Turn[]> {
  await page.evaluate('turns.length = 0')
  await act()
  await until('all cards are there', () =>
    page.evaluate(
      `new Promise(requestAnimationFrame).then(() => turns.length > 0 && ${ADDRESSES}.every(Boolean))`,
    ),
  )
  return (await page.evaluate('turns')) as Turn[]
}

/** The number of cards created per frame, however many turns that took. */
function cardsByFrame(turns: readonly Turn[]): number[] {
  const byFrame = new Map<number, number>()
  for (const { frame, cards } of turns) byFrame.set(frame, (byFrame.get(frame) ?? 0) + cards)
  return [...byFrame.values()]
}

const scrollTo = (page: Page, share: number) =>
  page.evaluate(`scrollTo(0, document.documentElement.scrollHeight * ${share})`)

async function tabFromOrder(page: Page): Promise<void> {
  const order = page.getByRole('combobox', { name: 'Order' })
  await order.evaluate(select => select.focus({ preventScroll: true }))
  await page.keyboard.press('Tab')
}

/** Saves 10,000 avatars, and shows them in a grid that records its changes. */
async function openSaved(site: SitePage): Promise<void> {
  const { page, origin } = site
  await signIn(site, '/submit', 'Yuki')
  await saveMany(page, 10_000)
  await page.goto(`${origin}/saved`)
  await cards(page).first().waitFor()
  await page.evaluate(WATCH)
}

describe('a grid of cards', () => {
  if (!hasChromium) return skipSuiteWithout('chromium')
  const open = startSharedSite()

  for (const screen of [DESKTOP, TABLET, PHONE])
    it(`creates few of 10,000 cards per frame, wherever the visitor jumps: ${screen.viewport.width}`, async t => {
      const site = await open(t, screen)
      const { page } = site
      await openSaved(site)
      const first = () => page.locator('[data-index="0"] h3 a')
      const jumps: Record<string, () => Promise<unknown>> = {
        'to the end': () => scrollTo(page, 1),
        'to the start, which is loaded': () => scrollTo(page, 0),
        'to the middle': () => scrollTo(page, 0.5),
        'back to the start': () => scrollTo(page, 0),
        'by End': async () => {
          await first().focus()
          await page.keyboard.press('End')
        },
        'by Home': () => page.keyboard.press('Home'),
      }
      for (const [name, jump] of Object.entries(jumps)) {
        const made = cardsByFrame(await turnsOf(page, jump))
        assert.ok(Math.max(...made) <= MAX_PER_FRAME, `${name}: ${made} cards for a frame`)
      }
      await until('the first card has the focus', () =>
        page.evaluate(`document.activeElement.matches('[data-index="0"] h3 a')`),
      )
      assert.deepEqual(site.browserErrors, [])
    })

  it('renders the visible rows at once, and then two more above and below', async t => {
    const site = await open(t, DESKTOP)
    const { page, origin } = site
    await page.goto(`${origin}/?sort=name`)
    await cards(page).first().waitFor()
    await site.settle()
    await page.evaluate(WATCH)
    const turns = await turnsOf(page, () => scrollTo(page, 0.5))
    await site.settle()
    const inSight = (await page.evaluate(`${ITEMS}${IN_SIGHT}${PLACES}`)) as number[]
    assert.deepEqual(turns[0]!.indexes, inSight)
    const beyond = OVERSCAN_ROWS * Number(await page.evaluate(COLUMNS))
    const all = (await page.evaluate(ITEMS + PLACES)) as number[]
    assert.deepEqual([all[0], all.at(-1)], [inSight[0]! - beyond, inSight.at(-1)! + beyond])
  })

  it('keeps the focused card while it is scrolled out of view, and keys move on from it', async t => {
    const site = await open(t, DESKTOP)
    const { page } = site
    await openSaved(site)
    const isFocused = (index: number) =>
      until(`card ${index} has the focus`, () =>
        page.evaluate(`document.activeElement.matches('[data-index="${index}"] h3 a')`),
      )
    const isInSight = (index: number) =>
      until(`card ${index} is in sight`, async () =>
        ((await page.evaluate(`${ITEMS}${IN_SIGHT}${PLACES}`)) as number[]).includes(index),
      )
    await page.locator('[data-index="1"] h3 a').focus()
    await turnsOf(page, () => scrollTo(page, 1))
    await isFocused(1)
    await page.keyboard.press('ArrowRight')
    await isFocused(2)
    await isInSight(2)
    await page.keyboard.press('End')
    await isFocused(9999)
    await isInSight(9999)
    for (const share of [0, 0.5]) {
      await turnsOf(page, () => scrollTo(page, share))
      await isFocused(9999)
    }
    await page.keyboard.press('ArrowLeft')
    await isFocused(9998)
    await isInSight(9998)
    await page.evaluate('document.activeElement.blur()')
    await turnsOf(page, () => scrollTo(page, 0))
    assert.equal(await page.locator('[data-index="9998"]').count(), 0)
    assert.deepEqual(site.browserErrors, [])
  })

  it('is one tab stop: the card that had the focus, or the first visible one once that is not visible', async t => {
    const { page, origin } = await open(t, DESKTOP)
    await page.goto(`${origin}/?sort=name`)
    const second = page.locator('[data-index="1"] h3 a')
    await second.focus()
    await page
      .getByRole('button', { name: /^Save / })
      .nth(1)
      .waitFor()
    const isIn = (selector: string) =>
      page.evaluate(`document.activeElement.matches(${JSON.stringify(selector)})`)
    await page.keyboard.press('Tab')
    assert.equal(await isIn('ol[aria-busy] *'), false)
    await page.keyboard.press('Shift+Tab')
    assert.equal(await isIn('[data-index="1"] h3 a'), true)
    await page.evaluate('document.activeElement.blur()')
    await page.evaluate(WATCH)
    await turnsOf(page, () => scrollTo(page, 0.5))
    await tabFromOrder(page)
    const [first] = (await page.evaluate(`${ITEMS}${CLEAR}${PLACES}`)) as number[]
    assert.equal(await isIn(`[data-index="${first}"] h3 a`), true)
  })

  it('has as its tab stop a card whose outline no bar covers, wherever it is scrolled, and does not scroll', async t => {
    const site = await open(t, TABLET)
    const { page, origin } = site
    await page.goto(`${origin}/?q=cat`)
    await cards(page).first().waitFor()
    await site.settle()
    for (const y of [1250, 1300, 1350, 1400, 1450]) {
      await page.evaluate('document.activeElement.blur()')
      await page.evaluate(`scrollTo(0, ${y})`)
      await site.settle()
      await tabFromOrder(page)
      assert.equal(await page.evaluate('scrollY'), y)
      assert.ok(await page.evaluate(`[document.activeElement.closest('li')]${CLEAR}.length === 1`), `at ${y}`)
    }
  })

  it('reads from its style sheet the height that bars cover, which includes the outline of a card', async t => {
    for (const screen of [DESKTOP, TABLET, TOUCH_TABLET, PHONE]) {
      const site = await open(t, screen)
      const { page, origin } = site
      await page.goto(`${origin}/?q=cat`)
      await cards(page).first().waitFor()
      await site.settle()
      const spare = (await page.evaluate(`(() => {
        scrollTo(0, 1000)
        const bars = [...document.querySelectorAll('header, main *')]
          .filter(bar => getComputedStyle(bar).position === 'sticky')
          .map(bar => bar.getBoundingClientRect().bottom)
        const grid = document.querySelector('ol[aria-busy]')
        return Number.parseFloat(getComputedStyle(grid).scrollMarginTop) - Math.max(...bars) - 5
      })()`)) as number
      assert.ok(spare >= 0 && spare < 24, `${spare} px are left at ${screen.viewport.width}`)
    }
  })

  it('has its first card as the tab stop once another search is shown', async t => {
    const { page, origin } = await open(t, DESKTOP)
    await page.goto(`${origin}/?q=cat`)
    await cards(page).nth(4).focus()
    await page.keyboard.press('/')
    await page.keyboard.type('dragon')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: /dragon$/ }).waitFor()
    await page.locator('ol[aria-busy="false"]').waitFor()
    await tabFromOrder(page)
    assert.equal(await page.evaluate(`document.activeElement.closest('li')?.dataset.index`), '0')
  })

  it('has a tab stop while its cards are loading, and the loaded card then has the focus', async t => {
    const { page, origin } = await open(t, DESKTOP)
    await page.goto(`${origin}/?sort=name`)
    await cards(page).first().waitFor()
    const { promise: answered, resolve: answer } = Promise.withResolvers<void>()
    let asked = 0
    await intercept(page, /\/avatars\/search\?/, async route => {
      asked++
      await answered
      await route.continue()
    })
    await page.evaluate('scrollTo(0, 20000)')
    await until('the grid asks for the cards', async () => asked > 0)
    await tabFromOrder(page)
    const index = await page.evaluate('document.activeElement.dataset.index')
    assert.ok(Number(index) > 100)
    answer()
    await until('the card has the focus', () =>
      page.evaluate(`document.activeElement.matches('[data-index="${index}"] h3 a')`),
    )
  })

  it('has its save buttons as tab stops, too, when single-letter shortcuts are off', async t => {
    const { page, origin } = await open(t, DESKTOP)
    await page.context().addCookies([{ name: 'avatary_ui', value: 'keys=false', url: origin }])
    await page.goto(`${origin}/?sort=name`)
    await page.locator('[data-index="1"] h3 a').focus()
    await page.keyboard.press('Tab')
    assert.equal(await page.evaluate(`document.activeElement.matches('[data-index="1"] button')`), true)
  })

  it('does not change the cards outside of the viewport while the visitor types', async t => {
    const site = await open(t, DESKTOP)
    const { page, origin } = site
    // The page stays in the state of being typed in until the test advances time.
    await page.addInitScript(`{
      const { setTimeout } = window
      window.held = []
      window.setTimeout = (run, ms, ...rest) => (ms === 600 ? -held.push(run) : setTimeout(run, ms, ...rest))
    }`)
    await page.goto(`${origin}/?q=a`)
    await cards(page).first().waitFor()
    await site.settle()
    const before = (await page.evaluate(ADDRESSES)) as string[]
    const sight = Number(await page.evaluate(`${ITEMS}${IN_SIGHT}.length`))
    await page.getByRole('combobox', { name: 'Search avatars' }).focus()
    await page.keyboard.press('End')
    const answered = page.waitForResponse(/\/avatars\/search\?q=an&/)
    await page.keyboard.type('n')
    const { avatars } = (await (await answered).json()) as { avatars: { id: string }[] }
    await page.getByRole('heading', { level: 1, name: /an$/ }).waitFor()
    await page.locator('ol[aria-busy="false"]').waitFor()
    await site.settle()
    const typed = (await page.evaluate(ADDRESSES)) as string[]
    assert.notDeepEqual(typed.slice(0, sight), before.slice(0, sight))
    assert.deepEqual(typed.slice(sight), before.slice(sight))
    await page.evaluate('held.forEach(run => run())')
    await until('the cards beyond follow', async () => {
      const now = (await page.evaluate(ADDRESSES)) as string[]
      return now.length > sight && now.every((address, index) => address === `/avatar/${avatars[index]?.id}`)
    })
  })

  it('fills more bars for a better rating, and shows an eye beside the views', async t => {
    const { page, origin } = await open(t, DESKTOP)
    await page.goto(`${origin}/?q=a`)
    const numbersOfBars = `new Set([...document.querySelectorAll('main li [data-bars]')].map(bars => bars.dataset.bars)).size`
    await until('a card has each rating', async () => (await page.evaluate(numbersOfBars)) === 6)
    const ratings = (await page.evaluate(`[...document.querySelectorAll('main li [data-bars]')].map(bars => {
      const { clipPath } = getComputedStyle(bars)
      const ends = [...clipPath.matchAll(/ H ([\\d.]+) V/g)].map(([, end]) => Number(end))
      const filled = getComputedStyle(bars).getPropertyValue('--filled')
      const end = Number.parseFloat(filled) * (filled.endsWith('%') ? bars.clientWidth / 100 : 1)
      return { rank: Number(bars.dataset.bars), bars: ends.length, filled: ends.filter(each => each <= end).length }
    })`)) as { rank: number; bars: number; filled: number }[]
    assert.deepEqual(new Set(ratings.map(({ rank }) => rank)), new Set([0, 1, 2, 3, 4, 5]))
    for (const { rank, bars, filled } of ratings) assert.deepEqual([bars, filled], [5, rank])
    const eye = (await page.evaluate(`(({ width, height, clipPath, backgroundColor }) =>
      [width, height, clipPath.startsWith('path'), backgroundColor])(
        getComputedStyle(document.querySelector('main li [title$="views"]'), '::before'))`)) as unknown[]
    assert.deepEqual(eye.slice(0, 3), ['14px', '14px', true])
    assert.notEqual(eye[3], 'rgba(0, 0, 0, 0)')
  })
})
