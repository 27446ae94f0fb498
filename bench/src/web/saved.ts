import { SESSION_COOKIE_NAME } from '../../../server/src/slices/identity/cookies.ts'
import { Browser as CookieJar } from '../../../server/tests/support/browser.ts'
import { consentTo } from '../../../server/tests/support/sign-in.ts'
import { DEMO_COLLECTOR } from '../../../sim/src/community/people.ts'
import { saveMany } from '../../../web/tests/support/many-saved.ts'
import { type Measurement, type Page, type Site, withPage } from './site.ts'
import { meterTasks, type TaskMeter } from './tasks.ts'

const SAVED_COUNT = 10_000
const ROUNDS = 3
/** Milliseconds after an act in which its avatars load, and rows beyond the viewport are rendered. */
const SETTLE_MS = 1200

/** Milliseconds between two wheel events. */
const WHEEL_MS = 30

type Act = (page: Page) => Promise<unknown>

const jumpTo = (share: number): Act => {
  return page => page.evaluate(`scrollTo(0, document.documentElement.scrollHeight * ${share})`)
}

const ACTS: Readonly<Record<string, readonly Act[]>> = {
  'jumps to far places': [jumpTo(0.5), jumpTo(1), jumpTo(0.25), jumpTo(0)],
  'End and Home in the grid': [
    page => page.locator('[data-index="0"] h3 a').focus(),
    page => page.keyboard.press('End'),
    page => page.keyboard.press('Home'),
  ],
  wheel: Array.from({ length: 20 }, () => (page: Page) => page.mouse.wheel(0, 400)),
  selection: [page => page.keyboard.press('x'), page => page.keyboard.press('x')],
  'search inside': [page => typeIn(page, '98'), page => typeIn(page, '')],
}

/** Acts on 10,000 saved avatars of the demo; measures the longest main thread task by CPU time. */
export async function measureSaved(site: Site, publicUrl: string): Promise<Measurement[]> {
  return await withPage(site, async page => {
    await signIn(site, page, publicUrl)
    await page.goto(`${site.origin}/submit`)
    await saveMany(page, SAVED_COUNT, true)
    await page.goto(`${site.origin}/saved`)
    await page.getByText(`${SAVED_COUNT.toLocaleString('en')} avatars`).waitFor()
    await page.waitForTimeout(SETTLE_MS)
    await page.mouse.move(700, 500)
    const meter = await meterTasks(page)
    const measurements: Measurement[] = []
    for (const [name, acts] of Object.entries(ACTS)) {
      const tasks: number[] = []
      for (let round = 0; round < ROUNDS; round++) tasks.push(...(await measure(page, acts, meter)))
      tasks.sort((a, b) => b - a)
      const [longest, ...next] = tasks.slice(0, 3).map(ms => ms.toFixed(0))
      const value = `${longest} (then ${next.join(', ')})`
      measurements.push({
        name: `10,000 saved, ${name}, longest task of ${ROUNDS} rounds`,
        value,
        unit: 'ms CPU',
      })
    }
    const nodes = Number(await page.evaluate(`document.querySelectorAll('*').length`))
    return [
      ...measurements,
      { name: '10,000 saved, elements in the document', value: String(nodes), unit: '' },
    ]
  })
}

async function measure(page: Page, acts: readonly Act[], meter: TaskMeter): Promise<number[]> {
  await page.evaluate('scrollTo(0, 0)')
  await page.locator('[data-index="0"] h3 a').focus()
  await page.waitForTimeout(SETTLE_MS)
  return await meter(async () => {
    for (const act of acts) {
      await act(page)
      await page.waitForTimeout(acts.length > 10 ? WHEEL_MS : SETTLE_MS)
    }
  })
}

async function signIn({ origin }: Site, page: Page, publicUrl: string): Promise<void> {
  const jar = new CookieJar(origin)
  const back = await consentTo({ origin, config: { http: { publicUrl } } }, DEMO_COLLECTOR, jar)
  await jar.go(back, { headers: { 'User-Agent': String(await page.evaluate('navigator.userAgent')) } })
  const cookie = { name: SESSION_COOKIE_NAME, value: jar.cookie(SESSION_COOKIE_NAME)!, url: origin }
  await page.context().addCookies([cookie])
}

const typeIn = (page: Page, text: string) =>
  page.getByRole('searchbox', { name: 'Search in saved' }).fill(text)
