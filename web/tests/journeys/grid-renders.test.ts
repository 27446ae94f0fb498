import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { CDPSession, Page } from 'playwright-core'
import { hasChromium } from '../../../server/tests/support/chromium.ts'
import { skipSuiteWithout } from '../../../server/tests/support/engines.ts'
import { until } from '../../../server/tests/support/until.ts'
import { cards } from '../support/cards.ts'
import { DESKTOP, startSharedSite } from '../support/site.ts'

const PIXELS = 3000

/** Runs in the page: scrolls down by `step` pixels per frame. */
const scrollBySteps = (step: number) => `new Promise(resolve => {
  const next = left => {
    if (left <= 0) return resolve()
    scrollBy(0, ${step})
    requestAnimationFrame(() => next(left - ${step}))
  }
  next(${PIXELS})
})`

/** Runs in the page: counts in `made` the cards that are added to the grid. */
const COUNT_MADE = `{
  window.made = 0
  const linksOf = node => (node.nodeType === 1 ? node.querySelectorAll('h3 a').length : 0)
  new MutationObserver(records => {
    for (const { addedNodes } of records) for (const node of addedNodes) made += linksOf(node)
  }).observe(document.querySelector('ol[aria-busy]'), { childList: true, subtree: true })
}`

/** Runs in the page: counts events of scrolling in `events`, and in `readings` how often `scrollY` is read. */
const COUNT_READINGS = `{
  window.events = 0
  window.readings = 0
  addEventListener('scroll', () => { events++ })
  Object.defineProperty(window, 'scrollY', { get() { readings++; return pageYOffset } })
}`

/** Runs in the page: its frames come only when the test calls `draw`. */
const HOLD_FRAMES = `{
  const held = new Map()
  window.heldFrames = held
  window.cancelledFrames = 0
  let latest = 0
  window.requestAnimationFrame = call => {
    held.set(++latest, call)
    return latest
  }
  window.cancelAnimationFrame = id => {
    if (held.delete(id)) cancelledFrames++
  }
  window.draw = () => {
    const calls = [...held.values()]
    held.clear()
    for (const call of calls) call(performance.now())
  }
}`

/** Runs in the page: true when each rendered list item of the grid contains its card. */
const IS_WHOLE = `[...document.querySelectorAll('ol[aria-busy] > li')].every(item => item.querySelector('a'))`

/**
 * Counts function calls from now on.
 * @returns a function that tells the calls of the innermost function whose source contains some texts.
 */
async function countCalls(page: Page): Promise<(...parts: string[]) => Promise<number>> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Debugger.enable')
  await devtools.send('Profiler.enable')
  await devtools.send('Profiler.startPreciseCoverage', { callCount: true })
  return async (...parts) => {
    const { result } = await devtools.send('Profiler.takePreciseCoverage')
    const { functions, scriptId } = result.find(({ url }) => url.includes('/assets/main-'))!
    const source = await sourceOf(devtools, scriptId)
    const found = functions
      .map(({ ranges }) => ranges[0]!)
      .filter(({ startOffset, endOffset }) => {
        const text = source.slice(startOffset, endOffset)
        return parts.every(part => text.includes(part))
      })
      .sort((a, b) => a.endOffset - a.startOffset - (b.endOffset - b.startOffset))
    return found[0]!.count
  }
}

async function sourceOf(devtools: CDPSession, scriptId: string): Promise<string> {
  const { scriptSource } = await devtools.send('Debugger.getScriptSource', { scriptId })
  return scriptSource
}

describe('a grid that is scrolled', () => {
  if (!hasChromium) return skipSuiteWithout('chromium')
  const open = startSharedSite()

  for (const step of [40, 120, 240])
    it(`renders each card once, by ${step} pixels a frame`, async t => {
      const { page, origin, settle } = await open(t, DESKTOP)
      await page.goto(`${origin}/?sort=name`)
      await cards(page).first().waitFor()
      await settle()
      await page.evaluate(COUNT_MADE)
      const callsOf = await countCalls(page)
      await page.evaluate(scrollBySteps(step))
      await settle()
      await until('each place has its card', () => page.evaluate<boolean>(IS_WHOLE))
      const made = await page.evaluate<number>('made')
      assert.ok(made > 50, `${made} cards came`)
      assert.equal(await callsOf('isBlocked', '`article`'), made)
    })

  it('has its position read once per event, because reading it after a render forces a layout', async t => {
    const { page, origin, settle } = await open(t, DESKTOP)
    await page.goto(`${origin}/?sort=name`)
    await cards(page).first().waitFor()
    await settle()
    await page.evaluate(COUNT_READINGS)
    await page.evaluate(scrollBySteps(240))
    await settle()
    const events = await page.evaluate<number>('events')
    assert.ok(events > 5, `${events} events came`)
    assert.equal(await page.evaluate<number>('readings'), events)
  })

  it('fetches results in the frame after scrolling stopped, and none if it went on before that', async t => {
    const { page, origin, settle } = await open(t, DESKTOP)
    await page.goto(`${origin}/?sort=name`)
    await cards(page).first().waitFor()
    await settle()
    const asked: string[] = []
    page.on('request', request => {
      if (/search\?.*offset=/.test(request.url())) asked.push(request.url())
    })
    await page.evaluate(HOLD_FRAMES)
    const rest = () => until('the rest asks for a frame', () => page.evaluate('heldFrames.size > 0'))
    await page.evaluate('scrollBy(0, 3000)')
    await rest()
    await page.evaluate('scrollBy(0, 3000)')
    await until('other rows cancel it', () => page.evaluate('cancelledFrames > 0'))
    await rest()
    assert.deepEqual(asked, [])
    await until('each place has its card', () => page.evaluate<boolean>(`(draw(), ${IS_WHOLE})`))
    assert.ok(asked.length > 0)
  })
})
