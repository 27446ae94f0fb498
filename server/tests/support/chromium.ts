import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { type Browser, chromium } from 'playwright-core'
import { afterwards } from './cleanup.ts'
import { folderOf } from './environment.ts'

const folder = folderOf('chromium')

export const hasChromium = folder !== undefined

const QUIET = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // Half as many processes start: a page that is opened empty goes to the site in the process that it has.
  '--disable-site-isolation-trials',
]

/**
 * A real browser until the end of the test.
 *
 * @param hosts names that it takes for an address of this machine, as `name` → `127.0.0.1:port`.
 */
export async function openChromium(
  t: TestContext,
  hosts: Readonly<Record<string, string>>,
): Promise<Browser> {
  const rules = Object.entries(hosts).map(([name, address]) => `MAP ${name} ${address}`)
  const browser = await launchChromium([`--host-resolver-rules=${rules.join(', ')}`])
  afterwards(t, () => browser.close())
  return browser
}

/** Starts a browser that asks nobody for anything by itself; the caller closes it. */
export async function launchChromium(args: readonly string[] = []): Promise<Browser> {
  return await chromium.launch({
    ...(folder !== undefined && { executablePath: join(folder, 'chromium') }),
    args: [...QUIET, ...args],
  })
}
