import { after, before, type TestContext } from 'node:test'
import type { Browser, BrowserContextOptions, Page, Request } from 'playwright-core'
import { SESSION_COOKIE } from '../../../server/src/slices/identity/cookies.ts'
import { Browser as CookieJar } from '../../../server/tests/support/browser.ts'
import { afterwards } from '../../../server/tests/support/cleanup.ts'
import { copyDemoData } from '../../../server/tests/support/demo-data.ts'
import { type ServerProcess, startServerProcess } from '../../../server/tests/support/server-process.ts'
import { consentTo } from '../../../server/tests/support/sign-in.ts'
import { tempFolder } from '../../../server/tests/support/temp-folder.ts'
import { until } from '../../../server/tests/support/until.ts'
import { DEMO_ADMIN, DEMO_COLLECTOR } from '../../../sim/src/community/people.ts'
import type { FaultyProxy } from './faulty-proxy.ts'
import { keepFailure } from './screenshots.ts'
import { ORIGIN, siteBrowser } from './site-browser.ts'

interface Screen {
  readonly viewport: { readonly width: number; readonly height: number }
  readonly hasTouch: boolean
}

export const PHONE: Screen = { viewport: { width: 390, height: 844 }, hasTouch: true }
export const TABLET: Screen = { viewport: { width: 820, height: 1180 }, hasTouch: false }
export const TOUCH_TABLET: Screen = { ...TABLET, hasTouch: true }
export const DESKTOP: Screen = { viewport: { width: 1440, height: 900 }, hasTouch: false }

/** Settings of the demo; no test reaches its limits. */
const ENV = {
  DEMO: '1',
  PUBLIC_URL: ORIGIN,
  RATE_LIMIT_READ: '100000',
  RATE_LIMIT_WORLD: '100000',
  RATE_LIMIT_GLOBAL: '1000000',
}

const PATIENCE_MS = 30_000

/** A page of the site, with everything that its browser complained about. */
export interface SitePage {
  readonly page: Page
  readonly origin: string
  /** Address of the interface for the process of the test, which cannot resolve `ORIGIN`. */
  readonly api: string
  /** Messages of the console, errors of scripts, and reports of the content security policy. */
  readonly complaints: string[]
  /** Waits until the page has everything that it asked for, and shows it; its stream of counters goes on. */
  settle(): Promise<void>
}

/**
 * Starts the demo for the tests of a file, and a browser where no file before it did.
 *
 * @param env settings beside those of every such test.
 * @param proxy stands between the browser and the demo.
 * @returns opens a page of its own; its context is closed after the test.
 */
export function startSite(
  env: Record<string, string> = {},
  proxy?: FaultyProxy,
): (t: TestContext, options?: BrowserContextOptions) => Promise<SitePage> {
  const folder = tempFolder('site')
  let server: ServerProcess
  let browser: Browser
  before(async () => {
    await copyDemoData(folder.path)
    server = await startServerProcess({ ...ENV, ...env, DATA_DIR: folder.path })
    const { host } = new URL(server.baseUrl)
    browser = await siteBrowser(proxy === undefined ? host : await proxy.open(host))
  })
  after(async () => {
    await proxy?.[Symbol.asyncDispose]()
    await server?.[Symbol.asyncDispose]()
    folder.remove()
  })
  return async (t, options = DESKTOP) => {
    const context = await browser.newContext({ locale: 'en-US', reducedMotion: 'reduce', ...options })
    // The first page after a start waits for everything else that starts on a busy machine.
    context.setDefaultTimeout(PATIENCE_MS)
    afterwards(t, () => context.close())
    const page = await context.newPage()
    afterwards(t, () => keepFailure(t, page))
    return {
      page,
      origin: ORIGIN,
      api: server.baseUrl,
      complaints: listen(page),
      settle: followRequests(page),
    }
  }
}

function listen(page: Page): string[] {
  const complaints: string[] = []
  page.on('console', message => complaints.push(`${message.type()}: ${message.text()}`))
  page.on('pageerror', error => complaints.push(`script: ${error.message}`))
  return complaints
}

/** A script that resolves in the page when three frames were painted. */
const FRAMES = `new Promise(shown => {
  const next = left => (left > 0 ? requestAnimationFrame(() => next(left - 1)) : setTimeout(shown))
  next(3)
})`

function followRequests(page: Page): () => Promise<void> {
  const open = new Set<Request>()
  let begun = 0
  page.on('request', request => {
    if (request.resourceType() === 'eventsource') return
    begun++
    open.add(request)
  })
  page.on('requestfinished', request => void open.delete(request))
  page.on('requestfailed', request => void open.delete(request))
  return () =>
    until('the page has what it asked for', async () => {
      const before = begun
      await page.evaluate(FRAMES)
      return open.size === 0 && begun === before
    })
}

/**
 * Moves a page, which stays loaded, to another screen. One without touch comes first: when the browser's emulation of
 * touch ends, it has no pointer that hovers either.
 */
export async function moveTo(page: Page, { viewport, hasTouch }: Screen): Promise<void> {
  await page.setViewportSize(viewport)
  if (!hasTouch) return
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Emulation.setTouchEmulationEnabled', { enabled: true })
}

/** People of the demo, each with the `sub` by which its community site knows them. */
const PEOPLE = {
  Momo: 'demo-player',
  Yuki: DEMO_COLLECTOR.sub,
  creator: 'demo-creator',
  Newcomer: 'demo-newcomer',
  Admin: DEMO_ADMIN,
} as const

/**
 * Signs in at the demo's community site, as a player unless another is named, and goes to a page. The test follows the
 * redirects itself: in the browser the pages in between take as long as the page does.
 */
export async function signIn(
  { page, origin, api }: SitePage,
  path = '/',
  name: keyof typeof PEOPLE = 'Momo',
): Promise<void> {
  const app = { origin: new URL(api).origin, config: { http: { publicUrl: origin } } }
  const jar = new CookieJar(app.origin)
  const back = await consentTo(app, { sub: PEOPLE[name] }, jar, path)
  const userAgent = String(await page.evaluate('navigator.userAgent'))
  await jar.go(back, { headers: { 'User-Agent': userAgent } })
  const value = jar.cookie(SESSION_COOKIE)
  if (value === undefined) throw new Error(`${name} is not signed in`)
  const cookie = { name: SESSION_COOKIE, value, url: origin, httpOnly: true, sameSite: 'Lax' } as const
  await page.context().addCookies([cookie])
  await page.goto(origin + path)
}
