import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { type Browser, chromium } from 'playwright-core'
import { afterwards } from './cleanup.ts'
import { folderOf } from './environment.ts'

/** The build without windows, which takes a third of the CPU time, or else the full browser in headless mode. */
const PROGRAMS = ['chromium-headless-shell', 'chromium']

export const hasChromium = pathOf(PROGRAMS) !== undefined

/** The settings with which Playwright starts a browser, and pictures are loaded ahead by less than by default. */
const BLINK_SETTINGS = [
  'primaryHoverType=2',
  'availableHoverTypes=2',
  'primaryPointerType=4',
  'availablePointerTypes=4',
  'lazyLoadingImageMarginPx4G=600',
]

const QUIET = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // Halves the number of processes: an empty page can navigate to the site in the same process.
  '--disable-site-isolation-trials',
  `--blink-settings=${BLINK_SETTINGS.join(',')}`,
]

/**
 * Opens a real browser until the end of the test.
 * @param hosts host names that it resolves to an address of this machine, as `name` → `127.0.0.1:port`.
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
 * Starts a browser that sends no requests of its own; the caller closes it.
 * @param programs the first one that is installed is started.
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
