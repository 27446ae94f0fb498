import type { Locator, Page } from 'playwright-core'

/** Saved or found avatars, with the fields that tests read. */
export interface Collection {
  readonly total: number
  readonly avatars: readonly { readonly id: string; readonly name: string; readonly groupId: string | null }[]
  readonly groups: readonly { readonly id: string; readonly name: string }[]
}

/**
 * Fetches the saved avatars of the page's person.
 * @param query narrows them.
 */
export const collection = (page: Page, query = ''): Promise<Collection> =>
  page.evaluate(`fetch('/api/favorites?${query}').then(answer => answer.json())`)

/** The card at an index of the grid. */
export const cardAt = (page: Page, index: number): Locator => page.locator(`[data-index="${index}"]`)

/** The link of a group of saved avatars. */
export const group = (page: Page, name: string): Locator =>
  page.getByRole('navigation', { name: 'Groups' }).getByRole('link', { name })

/** The number of avatars shown beside the name of a group. */
export const countOf = async (page: Page, name: string): Promise<number> =>
  Number((await group(page, name).locator('small').innerText()).replace(/\D/g, ''))
