import assert from 'node:assert/strict'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { after, before, type TestContext } from 'node:test'
import type { Browser, BrowserContextOptions, Page, Request } from 'playwright-core'
import { SESSION_COOKIE_NAME } from '../../../server/src/slices/identity/cookies.ts'
import { Browser as CookieJar } from '../../../server/tests/support/browser.ts'
import { afterwards } from '../../../server/tests/support/cleanup.ts'
import { copyDemoData } from '../../../server/tests/support/demo-data.ts'
import { NO_LIMITS } from '../../../server/tests/support/no-limits.ts'
import { startServerProcess } from '../../../server/tests/support/server-process.ts'
import { consentTo } from '../../../server/tests/support/sign-in.ts'
import { tempFolder } from '../../../server/tests/support/temp-folder.ts'
import { until } from '../../../server/tests/support/until.ts'
import { DEMO_ADMIN, DEMO_COLLECTOR } from '../../../sim/src/community/people.ts'
import type { FaultyProxy } from './faulty-proxy.ts'
import { keepScreenshotOfFailure } from './screenshots.ts'
import { ORIGIN, siteBrowser } from './site-browser.ts'

interface Screen {
  readonly viewport: { readonly width: number; readonly height: number }
  readonly hasTouch: boolean
}

export const PHONE: Screen = { viewport: { width: 390, height: 844 }, hasTouch: true }
export const TABLET: Screen = { viewport: { width: 820, height: 1180 }, hasTouch: false }
export const TOUCH_TABLET: Screen = { ...TABLET, hasTouch: true }
export const DESKTOP: Screen = { viewport: { width: 1440, height: 900 }, hasTouch: false }

/** Settings of the demo, without limits that tests would reach, because all pages of a process count as one client. */
const ENV = {
  ...NO_LIMITS,
  DEMO: '1',
  PUBLIC_URL: ORIGIN,
  IMAGE_FETCHES_PER_MINUTE: '10000',
}

/** A script that makes a page's browser save data, so that it loads no code ahead. */
export const SAVES_DATA = `Object.defineProperty(navigator, 'connection', { value: { saveData: true } })`

const PAGE_TIMEOUT_MS = 30_000
const READ_METHODS: readonly string[] = ['GET', 'HEAD']
/** Writes that no other test notices: the end of a page's session, and views, which the demo counts by itself, too. */
const UNNOTICED_WRITES = /^\/api\/(logout|avatars\/[^/]+\/track)$/

/** A page of the site, with the errors that its browser reported. */
export interface SitePage {
  readonly page: Page
  readonly origin: string
  /** URL of the interface for the test's process, which cannot resolve `ORIGIN`. */
  readonly api: string
  /** Console messages, script errors, and reports of the content security policy. */
  readonly browserErrors: string[]
  /** Waits until the page has received and painted everything that it requested; its event stream stays open. */
  settle(): Promise<void>
}

/** Opens a page of the site; its context is closed after the test. */
type OpenSite = (t: TestContext, options?: BrowserContextOptions) => Promise<SitePage>

interface Demo extends AsyncDisposable {
  /** URL of its interface. */
  readonly api: string
}

/**
 * Starts the demo for the tests of a file, and a browser unless an earlier file did.
 * @param env settings in addition to those of all such tests.
 * @param proxy placed between the browser and the demo.
 */
export function startSite(env: Record<string, string> = {}, proxy?: FaultyProxy): OpenSite {
  let demo: Demo
  let browser: Browser
  before(async () => {
    demo = await startDemo(env)
    const { host } = new URL(demo.api)
    browser = await siteBrowser(proxy === undefined ? host : await proxy.open(host))
  })
  after(async () => {
    await proxy?.[Symbol.asyncDispose]()
    await demo?.[Symbol.asyncDispose]()
  })
  return async (t, options) => await openPage(t, browser, demo.api, options)
}

/** Files of this process that read the shared demo and have not ended. */
let readers = 0
let sharedDemo: Promise<Demo> | undefined

/**
 * Like `startSite`, for a file whose tests only read: its demo is shared with the other such files of this process. A
 * test may sign in and out and view avatars; it fails when it or its page sends any other request that writes.
 */
export function startSharedSite(): OpenSite {
  let api: string
  let browser: Browser
  readers++
  before(async () => {
    sharedDemo ??= startDemo()
    api = (await sharedDemo).api
    browser = await siteBrowser(new URL(api).host)
  })
  after(async () => {
    readers--
    if (readers > 0) return
    const ended = sharedDemo
    sharedDemo = undefined
    await (await ended)?.[Symbol.asyncDispose]()
  })
  return async (t, options) => {
    const writes: string[] = []
    const note = (method: string, path: string) => {
      if (!READ_METHODS.includes(method) && !UNNOTICED_WRITES.test(path)) writes.push(`${method} ${path}`)
    }
    afterwards(t, () => assert.deepEqual(writes, [], 'the shared demo is only read'))
    const ownRequests = followOwnRequests(new URL(api).origin, note)
    afterwards(t, () => ownRequests[Symbol.dispose]())
    const site = await openPage(t, browser, api, options)
    site.page.context().on('request', request => note(request.method(), new URL(request.url()).pathname))
    return site
  }
}

/** Calls `note` for each request that this process sends to a server by `fetch`, until the result is disposed. */
function followOwnRequests(origin: string, note: (method: string, path: string) => void): Disposable {
  const listener = (message: unknown) => {
    const { request } = message as { request: { origin: string; method: string; path: string } }
    if (request.origin === origin) note(request.method, request.path)
  }
  subscribe('undici:request:create', listener)
  return { [Symbol.dispose]: () => void unsubscribe('undici:request:create', listener) }
}

async function startDemo(env: Record<string, string> = {}): Promise<Demo> {
  const folder = tempFolder('site')
  await copyDemoData(folder.path)
  const server = await startServerProcess({ ...ENV, ...env, DATA_DIR: folder.path })
  return {
    api: server.baseUrl,
    async [Symbol.asyncDispose]() {
      await server[Symbol.asyncDispose]()
      folder.remove()
    },
  }
}

async function openPage(
  t: TestContext,
  browser: Browser,
  api: string,
  options: BrowserContextOptions = DESKTOP,
): Promise<SitePage> {
  const context = await browser.newContext({ locale: 'en-US', reducedMotion: 'reduce', ...options })
  // On a busy machine, the first page after a start waits for everything else that starts.
  context.setDefaultTimeout(PAGE_TIMEOUT_MS)
  afterwards(t, () => context.close())
  const page = await context.newPage()
  afterwards(t, () => keepScreenshotOfFailure(t, page))
  return {
    page,
    origin: ORIGIN,
    api,
    browserErrors: collectBrowserErrors(page),
    settle: followRequests(page),
  }
}

function collectBrowserErrors(page: Page): string[] {
  const browserErrors: string[] = []
  page.on('console', message => browserErrors.push(`${message.type()}: ${message.text()}`))
  page.on('pageerror', error => browserErrors.push(`script: ${error.message}`))
  return browserErrors
}

/** A script that resolves in the page after three painted frames. */
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
    until('the page has received what it requested', async () => {
      const before = begun
      await page.evaluate(FRAMES)
      return open.size === 0 && begun === before
    })
}

/**
 * Moves a loaded page to another screen. A screen without touch must come first, because after the browser's touch
 * emulation ends, no pointer can hover any more.
 */
export async function moveTo(page: Page, { viewport, hasTouch }: Screen): Promise<void> {
  await page.setViewportSize(viewport)
  if (!hasTouch) return
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Emulation.setTouchEmulationEnabled', { enabled: true })
}

/** People of the demo, each with their `sub` at its community site. */
const PEOPLE = {
  Momo: 'demo-player',
  Yuki: DEMO_COLLECTOR.sub,
  creator: 'demo-creator',
  Newcomer: 'demo-newcomer',
  Admin: DEMO_ADMIN,
} as const

/**
 * Signs in at the demo's community site, by default as a player, and opens a page. The test follows the redirects
 * itself, because in the browser each page in between would take as long as the page itself.
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
  const value = jar.cookie(SESSION_COOKIE_NAME)
  if (value === undefined) throw new Error(`${name} is not signed in`)
  const cookie = { name: SESSION_COOKIE_NAME, value, url: origin, httpOnly: true, sameSite: 'Lax' } as const
  await page.context().addCookies([cookie])
  await page.goto(origin + path)
}
