import { setTimeout as delay } from 'node:timers/promises'
import { median } from '../report.ts'
import { type CpuTimes, cpuRow, meterCpu } from './cpu.ts'
import { type Measurement, type Site, withPage } from './site.ts'

/** Milliseconds for which a page is watched after its load, because parts that load late may cause layout shifts. */
const WATCH_MS = 1500

/** Collects the browser's performance entries from the first byte on. */
const WATCH = `
  window.measured = { lcp: 0, cls: 0 }
  new PerformanceObserver(list => { measured.lcp = list.getEntries().at(-1).startTime })
    .observe({ type: 'largest-contentful-paint', buffered: true })
  new PerformanceObserver(list => {
    for (const { value, hadRecentInput } of list.getEntries()) if (!hadRecentInput) measured.cls += value
  }).observe({ type: 'layout-shift', buffered: true })`

interface Load {
  readonly lcp: number
  readonly cls: number
  readonly cpu: CpuTimes
}

/** Loads each page with an empty cache; measures largest contentful paint, layout shift and CPU time. */
export async function measurePages(site: Site, rounds: number): Promise<Measurement[]> {
  const pages = { 'search page': '/', 'page of results': '/?q=cat', avatar: await avatarPath(site) }
  const measurements: Measurement[] = []
  for (const [name, path] of Object.entries(pages)) {
    const loads: Load[] = []
    for (let round = 0; round < rounds; round++) loads.push(await load(site, path))
    const byCpu = loads.toSorted((a, b) => a.cpu.task - b.cpu.task)
    measurements.push(
      { name: `LCP, ${name}, median`, value: median(loads.map(({ lcp }) => lcp)).toFixed(0), unit: 'ms' },
      {
        name: `CLS, ${name}, worst`,
        value: Math.max(...loads.map(({ cls }) => cls)).toFixed(3),
        unit: '',
      },
      cpuRow(`load, ${name}, median`, byCpu[Math.floor(rounds / 2)]!.cpu),
    )
  }
  return measurements
}

async function avatarPath({ origin }: Site): Promise<string> {
  const answer = await fetch(`${origin}/api/avatars/search?sort=popular&limit=1`)
  const { avatars } = (await answer.json()) as { avatars: { id: string }[] }
  return `/avatar/${avatars[0]!.id}`
}

async function load(site: Site, path: string): Promise<Load> {
  return await withPage(site, async page => {
    await page.addInitScript(WATCH)
    const readCpu = await meterCpu(page)
    await page.goto(site.origin + path)
    await page.locator('main h1').waitFor()
    await delay(WATCH_MS)
    const cpu = await readCpu()
    const measured = (await page.evaluate('measured')) as { lcp: number; cls: number }
    return { ...measured, cpu }
  })
}
