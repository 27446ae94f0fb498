import type { Page } from 'playwright-core'

/**
 * Intercepts requests like `Page.route`, and waits until that is in effect in a loaded page: while a page is busy, its
 * requests still bypass the interception.
 */
export async function intercept(page: Page, ...route: Parameters<Page['route']>): Promise<void> {
  await page.route(...route)
  await page.evaluate('0')
}
