import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { type Browser, chromium } from 'playwright-core'
import { afterwards } from './cleanup.ts'
import { folderOf } from './environment.ts'

/** The build without windows, which takes a third of the processor time, or the browser in its headless mode. */
const PROGRAMS = ['chromium-headless-shell', 'chromium']

export const hasChromium = pathOf(PROGRAMS) !== undefined

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

/**
 * Starts a browser that asks nobody for anything by itself; the caller closes it.
 *
 * @param programs of which the first that is installed is started.
 */
export async function launchChromium(
  args: readonly string[] = [],
  programs: readonly string[] = PROGRAMS,
): Promise<Browser> {
  const executablePath = pathOf(programs)
  return await chromium.launch({
    ...(executablePath !== undefined && { executablePath }),
    args: [...QUIET, ...args],
  })
}

function pathOf(programs: readonly string[]): string | undefined {
  const paths = programs.map(program => {
    const folder = folderOf(program)
    return folder === undefined ? undefined : join(folder, program)
  })
  return paths.find(path => path !== undefined)
}
