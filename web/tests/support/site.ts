import { after, before, type TestContext } from 'node:test'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { launchChromium } from '../../../server/tests/support/chromium.ts'
import { afterwards } from '../../../server/tests/support/cleanup.ts'
import { copyDemoData } from '../../../server/tests/support/demo-data.ts'
import { type ServerProcess, startServerProcess } from '../../../server/tests/support/server-process.ts'
import { tempFolder } from '../../../server/tests/support/temp-folder.ts'
import type { FaultyProxy } from './faulty-proxy.ts'

export const PHONE: BrowserContextOptions = { viewport: { width: 390, height: 844 }, hasTouch: true }
export const TABLET: BrowserContextOptions = { viewport: { width: 820, height: 1180 } }
export const DESKTOP: BrowserContextOptions = { viewport: { width: 1440, height: 900 } }

/** A name that a browser trusts as it does this machine, so that all of its interfaces work. */
const ORIGIN = 'http://avatary.localhost'

/** Limits that no test reaches. */
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
  /** Address of the interface for the test itself, which does not know the name of the site. */
  readonly api: string
  /** Messages of the console, errors of scripts, and reports of the content security policy. */
  readonly complaints: string[]
}

/**
 * Starts the demo and a browser for the tests of a file.
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
    const address = proxy === undefined ? host : await proxy.open(host)
    browser = await launchChromium([`--host-resolver-rules=MAP ${new URL(ORIGIN).host} ${address}`])
  })
  after(async () => {
    await browser?.close()
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
    return { page, origin: ORIGIN, api: server.baseUrl, complaints: listen(page) }
  }
}

function listen(page: Page): string[] {
  const complaints: string[] = []
  page.on('console', message => complaints.push(`${message.type()}: ${message.text()}`))
  page.on('pageerror', error => complaints.push(`script: ${error.message}`))
  return complaints
}

/** Signs in at the demo's community site, as a player unless another is named, and returns to a page. */
export async function signIn({ page, origin }: SitePage, path = '/', name = 'Momo'): Promise<void> {
  await page.goto(`${origin}/api/login?${new URLSearchParams({ returnTo: path })}`)
  await page.getByRole('link', { name }).click()
  await page.waitForURL(origin + path)
}
