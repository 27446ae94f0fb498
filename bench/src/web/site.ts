import type { launchChromium } from '../../../server/tests/support/chromium.ts'

type Browser = Awaited<ReturnType<typeof launchChromium>>
export type Page = Awaited<ReturnType<Browser['newPage']>>

export interface Site {
  readonly browser: Browser
  readonly origin: string
}

export interface Measurement {
  readonly name: string
  readonly value: string
  readonly unit: string
}

/** Timeout for a page in milliseconds, because a first start over a large catalog may still be working. */
const TIMEOUT_MS = 120_000

/** Opens a page with an empty cache, and closes its context afterwards. */
export async function withPage<Result>(
  { browser }: Site,
  use: (page: Page) => Promise<Result>,
): Promise<Result> {
  const context = await browser.newContext({ locale: 'en-US', viewport: { width: 1440, height: 900 } })
  context.setDefaultTimeout(TIMEOUT_MS)
  try {
    return await use(await context.newPage())
  } finally {
    await context.close()
  }
}

/** Waits until the visible cards are loaded. */
export async function untilCards(page: Page): Promise<void> {
  await page.locator('ol[aria-busy="false"] li[aria-posinset] h3 a').first().waitFor()
}
