import type { Page } from 'playwright-core'
import { intercept } from './intercept.ts'

/** Matches the URL of a picture of an avatar that is made up here. */
const MADE_UP = /\/avatars\/avtr_00000000-0000-4000-8000-(\d+)\//

interface Saved {
  readonly total: number
  readonly offset: number
  readonly avatars: readonly { readonly id: string; readonly name: string; readonly imageUrl: string }[]
}

/**
 * From now on, answers as if the signed-in person of the page, who has saved a few avatars, had saved many: those few
 * are repeated, each with an id of its own and its number appended to the name.
 * @param hasPictures false shows initials, which cause no requests to the server.
 */
export async function saveMany(page: Page, total: number, hasPictures = false): Promise<void> {
  const { avatars, ...rest } = (await page.evaluate(
    `fetch('/api/favorites?limit=60').then(answer => answer.json())`,
  )) as Saved
  const numbers = Array.from({ length: total }, (_, index) => index + 1)
  await intercept(page, '**/api/favorites?*', async route => {
    const { searchParams } = new URL(route.request().url())
    const [limit, offset] = ['limit', 'offset'].map(name => Number(searchParams.get(name) ?? 0))
    const q = searchParams.get('q') ?? ''
    const found = numbers.flatMap(number => {
      const avatar = avatars[number % avatars.length]!
      const name = `${avatar.name} ${number}`
      const imageUrl = hasPictures ? avatar.imageUrl : ''
      return name.includes(q) ? { ...avatar, id: idOf(number), name, imageUrl } : []
    })
    const shown = found.slice(offset!, offset! + limit!)
    await route.fulfill({ json: { ...rest, total: found.length, offset, avatars: shown } })
  })
  await intercept(page, MADE_UP, route => {
    const url = route.request().url()
    const { id } = avatars[Number(MADE_UP.exec(url)![1]) % avatars.length]!
    return route.continue({ url: url.replace(MADE_UP, `/avatars/${id}/`) })
  })
  await intercept(page, '**/api/account/marks', route =>
    route.fulfill({ json: { saved: numbers.map(idOf), liked: [] } }),
  )
}

function idOf(number: number): string {
  return `avtr_00000000-0000-4000-8000-${String(number).padStart(12, '0')}`
}
