import type { Locator, Page } from 'playwright-core'

/** The links of the grid's cards that are in the document, by their place in the results. */
export const cards = (page: Page): Locator => page.locator('ol[aria-label] li[aria-posinset] h3 a')
