import { setTimeout as delay } from 'node:timers/promises'
import { median } from '../report.ts'
import { type Measured, type Site, withPage } from './site.ts'

/** Milliseconds for which a page is watched after its load: late parts may move it. */
const WATCHED_MS = 1500

/** Collects what the browser reports from the first byte on. */
const WATCH = `
  window.measured = { lcp: 0, cls: 0 }
  new PerformanceObserver(list => { measured.lcp = list.getEntries().at(-1).startTime })
    .observe({ type: 'largest-contentful-paint', buffered: true })
  new PerformanceObserver(list => {
    for (const { value, hadRecentInput } of list.getEntries()) if (!hadRecentInput) measured.cls += value
  }).observe({ type: 'layout-shift', buffered: true })`

/** Loads each page with an empty cache: largest contentful paint, and how much it moved. */
export async function measurePages(site: Site, rounds: number): Promise<Measured[]> {
  const pages = { 'search page': '/', 'page of results': '/?q=cat', avatar: await avatarPath(site) }
  const found: Measured[] = []
  for (const [name, path] of Object.entries(pages)) {
    const loads: { lcp: number; cls: number }[] = []
    for (let round = 0; round < rounds; round++) loads.push(await load(site, path))
    found.push({
      name: `LCP, ${name}, median`,
      value: median(loads.map(({ lcp }) => lcp)).toFixed(0),
      unit: 'ms',
    })
    found.push({
      name: `CLS, ${name}, worst`,
      value: Math.max(...loads.map(({ cls }) => cls)).toFixed(3),
      unit: '',
    })
  }
  return found
}

async function avatarPath({ origin }: Site): Promise<string> {
  const answer = await fetch(`${origin}/api/avatars/search?sort=popular&limit=1`)
  const { avatars } = (await answer.json()) as { avatars: { id: string }[] }
  return `/avatar/${avatars[0]!.id}`
}

async function load(site: Site, path: string): Promise<{ lcp: number; cls: number }> {
  return await withPage(site, async page => {
    await page.addInitScript(WATCH)
    await page.goto(site.origin + path)
    await page.locator('main h1').waitFor()
    await delay(WATCHED_MS)
    return await page.evaluate('measured')
  })
}
