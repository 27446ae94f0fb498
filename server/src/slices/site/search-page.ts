import { TYPED_RATINGS, type TypedRating } from '@avatary/contract/query-language'
import type { Locale } from '../../kernel/appearance.ts'
import { html, isolateDirection } from '../../kernel/html.ts'
import type { PageData } from './page-data.ts'
import { foundPage, SITE_NAME, type SitePage } from './site-page.ts'
import type { NameOfTag } from './tag-names.ts'
import { TEXTS } from './texts.ts'

type Texts = (typeof TEXTS)[Locale]

/** Parameters that change what a page shows, in the order of the site's addresses. */
const FILTERS = ['q', 'platform', 'minPerformance', 'tag', 'author'] as const

const PLATFORM_NAMES: Readonly<Record<string, string>> = { pc: 'PC', quest: 'Quest', ios: 'iOS' }

interface SearchPageInput {
  readonly rawQuery: string
  readonly locale: Locale
  readonly nameOf: NameOfTag
  readonly firstAnswers?: PageData | undefined
}

/** The home page, or the page of a search, which search engines should not index. */
export function searchPage({ rawQuery, locale, nameOf, firstAnswers }: SearchPageInput): SitePage {
  const texts = TEXTS[locale]
  const { title, description, avatarsWith } = texts
  const filters = filtersIn(rawQuery)
  const canonical = filters.size === 0 ? '/' : `/?${filters}`
  const names = namesIn(filters, texts, nameOf)
  if (names.length === 0)
    return foundPage('search', { title, description, canonical, isIndexed: filters.size === 0 }, firstAnswers)
  const facts = {
    title: [...names, SITE_NAME].join(' · '),
    description: avatarsWith(names.join(', ')) + description,
    canonical,
    heading: html`${names.map(name => html`${isolateDirection(name)} · `)}${SITE_NAME}`,
    isIndexed: false,
  }
  return foundPage('search', facts, firstAnswers)
}

/**
 * The text and filters of a search as its title names them, which is that of `web/src/features/search/search-name.ts`.
 */
function namesIn(filters: URLSearchParams, { byAuthor, minRatings }: Texts, nameOf: NameOfTag): string[] {
  const author = filters.get('author')
  const tags = filters.get('tag')?.split(',') ?? []
  const platform = PLATFORM_NAMES[filters.get('platform') ?? '']
  const rating = minRatings[filters.get('minPerformance') as TypedRating]
  return [filters.get('q'), author && byAuthor(author), ...tags.map(nameOf), platform, rating].filter(isText)
}

/** The valid filters of an address, as `readSearch` in `web/src/lib/url-state.ts` reads them. */
export function filtersIn(rawQuery: string): URLSearchParams {
  const parameters = new URLSearchParams(rawQuery)
  const filters = new URLSearchParams()
  for (const name of FILTERS) {
    const value = parameters.get(name)?.trim() ?? ''
    if (value !== '' && isValid(name, value)) filters.set(name, value)
  }
  return filters
}

function isValid(name: (typeof FILTERS)[number], value: string): boolean {
  if (name === 'platform') return Object.hasOwn(PLATFORM_NAMES, value)
  return name !== 'minPerformance' || TYPED_RATINGS.some(rating => rating === value)
}

function isText(name: string | null | undefined): name is string {
  return Boolean(name)
}
