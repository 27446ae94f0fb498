import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Avatar } from '@avatary/contract/avatar'
import { keysOf } from '@avatary/contract/records'
import type { Locator, Page } from 'playwright-core'
import { hasChromium } from '../../../server/tests/support/chromium.ts'
import { skipSuiteWithout } from '../../../server/tests/support/engines.ts'
import { startSharedSite } from '../support/site.ts'

/** Finds a value on the page; or says why people do not need to see the field there. */
type Shown = ((page: Page, avatar: Avatar) => Locator) | `not shown: ${string}`

/** Every field that the page of an avatar receives. */
const FIELDS: { readonly [Field in keyof Avatar]-?: Shown } = {
  id: (page, { id }) => page.getByText(id, { exact: true }),
  name: (page, { name }) => page.getByRole('heading', { name, exact: true, level: 1 }),
  description: (page, { description }) => page.getByText(description, { exact: true }),
  authorId: (page, { authorId }) => page.locator(`h1 ~ p a[href="/creator/${authorId}"]`),
  authorName: (page, { authorName }) => page.locator('h1 ~ p').getByText(authorName, { exact: true }),
  authorVrclUrl: "not shown: the author's name leads to their page here",
  imageUrl: (page, { id }) => page.locator(`article img[src*="${id}/image"]`),
  tags: (page, { tags }) => page.locator(`a[href="/?${new URLSearchParams({ tag: tags[0]! })}"]`),
  aiTags: (page, { aiTags }) => page.locator(`a[href="/?${new URLSearchParams({ tag: aiTags[0]! })}"]`),
  platforms: page => page.locator('dl > [data-runs=true]', { hasText: 'PC' }),
  performance: (page, { performance }) => page.getByText(new RegExp(`^${performance.pc} performance$`, 'i')),
  addedAt: page => page.getByText(/^added [A-Z]\w+ \d+, 20\d\d$/),
  updatedAt: 'not shown: people are told when it was added',
  views: page => page.getByText(/^[\d,]+ views$/),
  likes: page => page.getByRole('button', { name: /^Like: [\d,]+ likes$/ }),
}

const SHOWN = keysOf(FIELDS).filter(field => typeof FIELDS[field] !== 'string')

const hasValue = (value: Avatar[keyof Avatar]): boolean =>
  typeof value === 'object' && value !== null ? Object.keys(value).length > 0 : value !== null && value !== ''

/** An avatar of the demo with a value in every field that the page shows. */
async function findFullAvatar(api: string): Promise<Avatar> {
  const response = await fetch(`${api}/avatars/search?sort=popular&limit=100`)
  const { avatars } = (await response.json()) as { avatars: Avatar[] }
  for (const field of SHOWN)
    assert.ok(
      avatars.some(avatar => hasValue(avatar[field])),
      `no avatar of the demo has a value in ${field}: draw one in sim/src/dataset/dataset.ts`,
    )
  const full = avatars.find(
    avatar => SHOWN.every(field => hasValue(avatar[field])) && avatar.performance.pc !== undefined,
  )
  assert.ok(full !== undefined)
  return full
}

describe('the page of an avatar', () => {
  if (!hasChromium) return skipSuiteWithout('chromium')
  const open = startSharedSite()

  it('shows every field that people are to see', async t => {
    const { page, origin, api } = await open(t)
    const avatar = await findFullAvatar(api)
    await page.goto(`${origin}/avatar/${avatar.id}`)
    for (const shown of Object.values(FIELDS))
      if (typeof shown !== 'string') await shown(page, avatar).first().waitFor()
  })
})
