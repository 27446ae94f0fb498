import { until } from '../../../server/tests/support/until.ts'
import { cpuRow, meterCpu } from './cpu.ts'
import { type ExplainedFrame, type Frame, MARK_TRACE, withTrace } from './frames.ts'
import { type Measurement, type Page, type Site, untilCards, withPage } from './site.ts'

const SCROLLED_RESULTS = 10_000
/** Frames longer than this many milliseconds are slow; the longest ones are explained. */
const SLOW_MS = 50
const MAX_EXPLAINED = 5
const LIST = '/?sort=name'

/** The first loaded card below the bars. */
const VISIBLE_CARD = `[...document.querySelectorAll('main li[aria-posinset]')]
  .find(item => item.getBoundingClientRect().top > 200 && item.querySelector('h3 a'))`

interface Position {
  readonly y: number
  readonly name: string
  readonly index: string
}

/** Opens an avatar from the middle of all results, and goes back. */
export async function measureReturn(site: Site): Promise<Measurement[]> {
  return await withPage(site, async page => {
    await page.goto(site.origin + LIST)
    await untilCards(page)
    await page.evaluate('scrollTo(0, document.documentElement.scrollHeight * 0.6)')
    await untilCardVisible(page)
    const positionBefore = await positionOf(page)
    await page.locator(`li[aria-posinset="${positionBefore.index}"] h3 a`).click()
    await page.locator('main article h1').waitFor()
    const startedMs = performance.now()
    await page.goBack()
    await untilCardVisible(page)
    const tookMs = performance.now() - startedMs
    const positionAfter = await positionOf(page)
    const isSame = JSON.stringify(positionBefore) === JSON.stringify(positionAfter)
    return [
      {
        name: `back to card ${positionBefore.index}`,
        value: isSame ? 'the same card and pixel' : 'ELSEWHERE',
        unit: '',
      },
      { name: 'back to the loaded card', value: tookMs.toFixed(0), unit: 'ms' },
    ]
  })
}

async function untilCardVisible(page: Page): Promise<void> {
  await until('a loaded card is visible', () => page.evaluate(`Boolean(${VISIBLE_CARD})`))
}

async function positionOf(page: Page): Promise<Position> {
  return await page.evaluate(`(() => {
    const card = ${VISIBLE_CARD}
    return { y: scrollY, name: card.querySelector('h3').textContent, index: card.ariaPosInSet }
  })()`)
}

interface ScrollResult {
  readonly cards: number
  readonly frames: readonly Frame[]
  readonly tasks: readonly number[]
  readonly nodes: number
}

/** Scrolls through results at 240 px per frame, and counts frames by the browser's clock. */
const SCROLL = `new Promise(resolve => {
  ${MARK_TRACE}
  const columns = new Set([...document.querySelectorAll('main li[aria-posinset]')].map(item => item.getBoundingClientRect().left)).size
  const rowHeight = [...document.querySelectorAll('main li[aria-posinset]')].at(-1).getBoundingClientRect().height + 20
  const end = Math.min(document.documentElement.scrollHeight - innerHeight, Math.ceil(${SCROLLED_RESULTS} / columns) * rowHeight)
  const tasks = []
  new PerformanceObserver(list => tasks.push(...list.getEntries().map(entry => entry.duration))).observe({ type: 'longtask' })
  const frames = []
  let nodes = 0
  let last = performance.now()
  const step = now => {
    frames.push([last, now])
    last = now
    if (frames.length % 25 === 0) nodes = Math.max(nodes, document.querySelectorAll('*').length)
    if (scrollY < end - 1) {
      scrollBy(0, 240)
      return requestAnimationFrame(step)
    }
    const cards = Number([...document.querySelectorAll('main li[aria-posinset]')].at(-1).ariaPosInSet)
    resolve({ cards, frames: frames.slice(1), tasks, nodes })
  }
  requestAnimationFrame(step)
})`

/** Scrolls through 10,000 results; measures frames, main thread tasks, and elements in the document. */
export async function measureScroll(site: Site): Promise<Measurement[]> {
  return await withPage(site, async page => {
    await page.goto(site.origin + LIST)
    await untilCards(page)
    const readCpu = await meterCpu(page)
    await readCpu()
    const [{ cards, frames, tasks, nodes }, explain] = await withTrace(
      site,
      page,
      () => page.evaluate(SCROLL) as Promise<ScrollResult>,
    )
    const cpu = await readCpu()
    const slowFrames = frames.filter(frame => lengthOf(frame) > SLOW_MS)
    const longestFrames = slowFrames.toSorted((a, b) => lengthOf(b) - lengthOf(a)).slice(0, MAX_EXPLAINED)
    const name = `scrolling ${cards.toLocaleString('en')} results`
    return [
      { name: `${name}, longest frame`, value: Math.max(...frames.map(lengthOf)).toFixed(0), unit: 'ms' },
      { name: `${name}, frames above 50 ms`, value: `${slowFrames.length} of ${frames.length}`, unit: '' },
      ...longestFrames.map(frame => slowFrameRow(frame, explain(frame))),
      heaviestFrameRow(name, frames.map(explain)),
      {
        name: `${name}, longest task of the main thread`,
        value: Math.max(0, ...tasks).toFixed(0),
        unit: 'ms',
      },
      { name: `${name}, most elements in the document`, value: String(nodes), unit: '' },
      cpuRow(`${name}, a frame`, cpu, frames.length),
    ]
  })
}

function lengthOf([start, end]: Frame): number {
  return end - start
}

/** A row for a slow frame that says why it took so long, main cause first. */
function slowFrameRow(frame: Frame, explained: ExplainedFrame): Measurement {
  const name = `slow frame after ${(frame[0] / 1000).toFixed(1)} s: ${causesOf(explained)}`
  return { name, value: lengthOf(frame).toFixed(0), unit: 'ms' }
}

/** A row for the frame with the most CPU time of the main thread, which other programs hardly affect. */
function heaviestFrameRow(name: string, frames: readonly ExplainedFrame[]): Measurement {
  const heaviest = frames.reduce((most, frame) => (frame.cpu > most.cpu ? frame : most))
  const value = heaviest.cpu.toFixed(0)
  return { name: `${name}, heaviest frame: ${causesOf(heaviest)}`, value, unit: 'ms CPU' }
}

function causesOf({ causes }: ExplainedFrame): string {
  const noticeable = causes.filter(([, ms]) => ms >= 1)
  return noticeable.map(([cause, ms]) => `${ms.toFixed(0)} ${cause}`).join(', ')
}
