import type { Locator, Page } from 'playwright-core'

/** Avatars that a person saved or a search found, as far as tests read them. */
export interface Collection {
  readonly total: number
  readonly avatars: readonly { readonly id: string; readonly name: string; readonly groupId: string | null }[]
  readonly groups: readonly { readonly id: string; readonly name: string }[]
}

/** Asks the interface for the saved avatars of the person on a page. @param query narrows them. */
export const collection = (page: Page, query = ''): Promise<Collection> =>
  page.evaluate(`fetch('/api/favorites?${query}').then(answer => answer.json())`)

/** The card at a place of the grid. */
export const cardAt = (page: Page, index: number): Locator => page.locator(`[data-index="${index}"]`)

/** The link of a group of saved avatars. */
export const group = (page: Page, name: string): Locator =>
  page.getByRole('navigation', { name: 'Groups' }).getByRole('link', { name })

/** The number of avatars that stands beside the name of a group. */
export const countOf = async (page: Page, name: string): Promise<number> =>
  Number((await group(page, name).locator('small').innerText()).replace(/\D/g, ''))
