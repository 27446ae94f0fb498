import { setTimeout as delay } from 'node:timers/promises'
import { type Measured, type Site, untilCards, withPage } from './site.ts'

const WORDS = ['dragon', 'kitsune', 'maid', 'wolf', 'angel']
const PAUSE_MS = 250

/** Notes when each key was pressed, and when the frame after its own results was painted. */
const WATCH = `
  window.answered = []
  let pressedAt = null
  addEventListener('keydown', event => { if (event.key.length === 1) pressedAt = event.timeStamp }, true)
  const look = () => {
    const q = document.querySelector('search input')?.value.trim()
    const isThere = q && document.querySelector('main h1')?.textContent.endsWith(q) &&
      !document.querySelector('main ol[aria-busy=true]')
    if (pressedAt !== null && isThere) {
      const startedAt = pressedAt
      pressedAt = null
      const { port1, port2 } = new MessageChannel()
      port1.onmessage = () => answered.push(performance.now() - startedAt)
      requestAnimationFrame(() => port2.postMessage(0))
    }
    requestAnimationFrame(look)
  }
  look()`

/** Types words on the search page: from the key to the painted answer. */
export async function measureKeys(site: Site): Promise<Measured[]> {
  const times = await withPage(site, async page => {
    await page.goto(site.origin)
    await untilCards(page)
    await page.evaluate(WATCH)
    await page.keyboard.press('/')
    for (const word of WORDS) {
      await page.locator('search input').fill('')
      await delay(PAUSE_MS)
      for (const letter of word) {
        await page.keyboard.press(letter)
        await delay(PAUSE_MS)
      }
    }
    await delay(PAUSE_MS)
    return (await page.evaluate('answered')) as number[]
  })
  const sorted = times.toSorted((a, b) => a - b)
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))]!
  const of = `of ${sorted.length} of ${WORDS.join('').length} keys`
  return [
    { name: `key to painted answer, p50 ${of}`, value: at(0.5).toFixed(0), unit: 'ms' },
    { name: 'key to painted answer, p95', value: at(0.95).toFixed(0), unit: 'ms' },
  ]
}
