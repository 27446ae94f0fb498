import type { Page } from 'playwright-core'

/**
 * Routes requests as `Page.route` does, and waits until a page that is loaded has taken the change: the requests of one
 * that is busy pass by the route until then.
 */
export async function intercept(page: Page, ...route: Parameters<Page['route']>): Promise<void> {
  await page.route(...route)
  await page.evaluate('0')
}
