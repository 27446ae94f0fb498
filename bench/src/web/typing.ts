import { setTimeout as delay } from 'node:timers/promises'
import { percentile } from '../report.ts'
import { type CpuTimes, cpuRow, meterCpu, sumOf } from './cpu.ts'
import { type Measurement, type Page, type Site, untilCards, withPage } from './site.ts'

const WORDS = ['dragon', 'kitsune', 'maid', 'wolf', 'angel']
/** Milliseconds between a painted answer and the next key. */
const PAUSE_MS = 100
/** Milliseconds after which the next key is pressed even without an answer. */
const PATIENCE_MS = 1500

/**
 * Records the milliseconds from each key to the end of the frame that paints its results. A message that is posted
 * before a frame is painted arrives after it.
 */
const WATCH = `
  window.answered = []
  let pressedAt = null
  let tell
  const look = () => {
    const q = document.querySelector('search input')?.value.trim()
    const isThere = q && document.querySelector('main h1')?.textContent.endsWith(q) &&
      !document.querySelector('main ol[aria-busy=true]')
    if (!isThere) return requestAnimationFrame(look)
    const startedAt = pressedAt
    pressedAt = null
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => tell(answered.push(performance.now() - startedAt))
    port2.postMessage(0)
  }
  addEventListener('keydown', event => {
    if (event.key.length !== 1) return
    if (pressedAt === null) requestAnimationFrame(look)
    pressedAt = event.timeStamp
    window.nextAnswer = new Promise(resolve => {
      tell = resolve
      setTimeout(resolve, ${PATIENCE_MS})
    })
  }, true)`

/**
 * Types words on the search page; measures the time from key to painted answer, and the CPU time per key. Another
 * visitor typed the words before, so that the server has fetched the pictures or knows that they are missing.
 */
export async function measureKeys(site: Site): Promise<Measurement[]> {
  await typeWords(site)
  const { times, cpu } = await typeWords(site)
  const keys = WORDS.join('').length
  return [...rowsOf(times, keys), cpuRow('a key and its answer', cpu, keys)]
}

interface TypingTimes {
  /** Milliseconds of each key that was answered in time. */
  readonly times: readonly number[]
  readonly cpu: CpuTimes
}

async function typeWords(site: Site): Promise<TypingTimes> {
  return await withPage(site, async page => {
    await page.goto(site.origin)
    await untilCards(page)
    await page.keyboard.press('/')
    await page.evaluate(WATCH)
    const readCpu = await meterCpu(page)
    const cpu: CpuTimes[] = []
    for (const word of WORDS) {
      await page.locator('search input').fill('')
      await delay(PAUSE_MS)
      await readCpu()
      for (const letter of word) await typeLetter(page, letter)
      cpu.push(await readCpu())
    }
    return { times: (await page.evaluate('answered')) as number[], cpu: sumOf(cpu) }
  })
}

async function typeLetter(page: Page, letter: string): Promise<void> {
  await page.keyboard.press(letter)
  await page.evaluate('nextAnswer')
  await delay(PAUSE_MS)
}

function rowsOf(times: readonly number[], keys: number): Measurement[] {
  const [p50, p95] = [0.5, 0.95].map(share => percentile(times, share).toFixed(0))
  return [
    { name: `key to painted answer, p50 of ${times.length} of ${keys} keys`, value: p50!, unit: 'ms' },
    { name: 'key to painted answer, p95', value: p95!, unit: 'ms' },
  ]
}
