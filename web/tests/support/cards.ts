import type { Locator, Page } from 'playwright-core'

/** The links of the rendered cards, in the order of the results. */
export const cards = (page: Page): Locator => page.locator('ol[aria-label] li[aria-posinset] h3 a')
