import type { Locator, Page } from 'playwright-core'

/** The answer of `GET /favorites`: the fields that tests read. */
export interface Collection {
  readonly total: number
  readonly avatars: readonly { readonly id: string; readonly name: string; readonly groupId: string | null }[]
  readonly groups: readonly { readonly id: string; readonly name: string }[]
}

/**
 * Fetches the collection of the person who is signed in on the page.
 * @param query string of the request.
 */
export const fetchCollection = (page: Page, query = ''): Promise<Collection> =>
  page.evaluate(`fetch('/api/favorites?${query}').then(answer => answer.json())`)

/** The card at a place of the grid. */
export const cardAt = (page: Page, index: number): Locator => page.locator(`[data-index="${index}"]`)

/** The link of a group of saved avatars. */
export const groupLink = (page: Page, name: string): Locator =>
  page.getByRole('navigation', { name: 'Groups' }).getByRole('link', { name })

/** The number of avatars that the page shows beside the name of a group. */
export const shownCountOf = async (page: Page, name: string): Promise<number> =>
  Number((await groupLink(page, name).locator('small').innerText()).replace(/\D/g, ''))
