import type { CurrentSession } from '@avatary/contract/sessions'
import type { Settings } from '@avatary/contract/settings'
import type { CatalogView } from '../../avatars/index.ts'
import { API_PREFIX } from '../../kernel/addresses.ts'
import { empty, failure, type Prepared, type RequestContext } from '../../kernel/answer.ts'
import { type Appearance, appearanceOf, type Locale } from '../../kernel/appearance.ts'
import { DatabaseUnavailableError } from '../../kernel/database-unavailable.ts'
import { localePage, PAGE_STYLES } from '../../kernel/page.ts'
import { type PageOptions, SCRIPTED_PAGE_HEADERS } from '../../kernel/page-headers.ts'
import type { IdentifyContext } from '../../kernel/person.ts'
import { adminPage } from './admin-pages.ts'
import { readOwnBuild, type SiteBuild } from './build.ts'
import { type FirstAnswersDeps, openFirstAnswers } from './first-answers.ts'
import { OFFLINE_PAGE, offlinePage } from './offline-page.ts'
import { type PageStyles, readPageStyles } from './page-styles.ts'
import { avatarPage, creatorPage, notFoundPage } from './pages.ts'
import { searchEnginePages } from './search-engines.ts'
import { searchPage } from './search-page.ts'
import { shell } from './shell.ts'
import type { SitePage } from './site-page.ts'
import { STATIC_PATHS, staticPage } from './static-pages.ts'
import { readTagNames, type TagNames } from './tag-names.ts'

/** Names of built files change with their content (RFC 8246). */
const ASSET_CACHE = 'public, max-age=31536000, immutable'

const ICON_CACHE = 'public, max-age=86400'

const SESSION = `${API_PREFIX}/session`

const SETTINGS = `${API_PREFIX}/account/settings`

interface OpenSiteDeps {
  view: CatalogView
  config: { readonly http: { readonly publicUrl: string } }
  currentSession: (context: IdentifyContext) => Promise<CurrentSession>
  /** Answers `GET /account/settings` for a request; null when nobody is signed in. */
  currentSettings: (context: IdentifyContext) => Promise<Settings | null>
  catalog: Pick<FirstAnswersDeps, 'search' | 'handlers'>
  visits: FirstAnswersDeps['visits']
  isReady: FirstAnswersDeps['isReady']
  /** Reads the built site; defaults to that in `web/dist`. */
  readSite?: (() => Promise<SiteBuild | null>) | undefined
}

/** Files of the build that are not below `/assets/`. */
const ROOT_FILES = ['offline.js', 'service-worker.js'] as const

const ICON_FILES = [
  'icon.svg',
  'icon-192.png',
  'icon-512.png',
  'icon-maskable-512.png',
  'apple-touch-icon.png',
  'site.webmanifest',
] as const

/** Serves the web site: the HTML of its pages, and built files. Without a build, `/` redirects to `/docs`. */
export function openSite(deps: OpenSiteDeps) {
  const { view, config, readSite = readOwnBuild } = deps
  const { publicUrl } = config.http
  const firstAnswers = openFirstAnswers({ ...deps, ...deps.catalog })
  let build: SiteBuild | null = null
  let styles: PageStyles | null = null
  let tagNames: TagNames | null = null
  /** Serves a page in the language of the request. */
  const page = (make: MakePage) => async (input: PageInput) => {
    if (build === null) return empty(302, { Location: '/docs' })
    const appearance = appearanceOf(input.context)
    const visitor = await visitorOf(input.context, deps)
    const page = await make(input, appearance.locale, visitor)
    return pageAnswer({ ...visitor, page: page, appearance, build, publicUrl })
  }
  const file = (name: string) => build?.files.get(name) ?? failure('not_found')
  const otherPage = page(
    ({ params }, locale, { session }) => adminPage(params.path!, session) ?? notFoundPage(locale),
  )
  const searchEngines = searchEnginePages(view, publicUrl)
  const staticPages = STATIC_PATHS.map(path => [path, page((_, locale) => staticPage(path, locale))])
  return {
    open: async () => {
      build = await readSite()
      styles = await readPageStyles()
      tagNames = await readTagNames()
    },
    pages: {
      '/': page(async ({ context }, locale, { settings }) => {
        const data = await firstAnswers(context, settings).catch(absentWhileAway)
        return searchPage({ rawQuery: context.rawQuery, locale, nameOf: tagNames![locale], data })
      }),
      '/avatar/{id}': page(({ params }, locale) => avatarPage(view, params.id!, locale)),
      '/creator/{id}': page(({ params }, locale) => creatorPage(view, params.id!, locale)),
      ...Object.fromEntries(staticPages),
      ...searchEngines.pages,
      [PAGE_STYLES]: async ({ context }: PageInput) =>
        styles?.(appearanceOf(context).theme) ?? failure('not_ready'),
      '/assets/{file}': async ({ params }: PageInput) => file(params.file!),
      [OFFLINE_PAGE]: async ({ context }: PageInput) => offlinePage(appearanceOf(context)),
      ...Object.fromEntries([...ROOT_FILES, ...ICON_FILES].map(name => [`/${name}`, async () => file(name)])),
    },
    notFoundPage: async (input: PageInput) =>
      build === null ? failure('not_found') : await otherPage(input),
    pageOptions: {
      '/': { headers: SCRIPTED_PAGE_HEADERS },
      '/avatar/{id}': { headers: SCRIPTED_PAGE_HEADERS, needsCatalog: true },
      '/creator/{id}': { headers: SCRIPTED_PAGE_HEADERS, needsCatalog: true },
      ...Object.fromEntries(STATIC_PATHS.map(path => [path, { headers: SCRIPTED_PAGE_HEADERS }])),
      ...searchEngines.pageOptions,
      // Also needed by the page about a reached rate limit.
      [PAGE_STYLES]: { isFile: true },
      '/assets/{file}': { cacheControl: ASSET_CACHE, isFile: true },
      [OFFLINE_PAGE]: { headers: SCRIPTED_PAGE_HEADERS },
      '/offline.js': { isFile: true },
      // A service worker obeys the policy of its own script's response, and this one sends requests.
      '/service-worker.js': { headers: SCRIPTED_PAGE_HEADERS, isFile: true },
      ...Object.fromEntries(ICON_FILES.map(name => [`/${name}`, { cacheControl: ICON_CACHE, isFile: true }])),
    } satisfies Readonly<Record<string, PageOptions>>,
  }
}

function absentWhileAway(error: unknown): undefined {
  if (!(error instanceof DatabaseUnavailableError)) throw error
}

/** The person who sent the request; undefined and null while the database is away, or when nobody is signed in. */
interface Visitor {
  readonly session: CurrentSession | undefined
  readonly settings: Settings | null
}

async function visitorOf(context: IdentifyContext, deps: OpenSiteDeps): Promise<Visitor> {
  const session = await deps.currentSession(context).catch(absentWhileAway)
  if (!session?.session) return { session, settings: null }
  const settings = await deps.currentSettings(context).catch(absentWhileAway)
  return { session, settings: settings ?? null }
}

type MakePage = (input: PageInput, locale: Locale, visitor: Visitor) => SitePage | Promise<SitePage>

interface PageInput {
  readonly context: RequestContext
  readonly params: Readonly<Record<string, string>>
}

interface PageAnswerInput extends Visitor {
  readonly appearance: Appearance
  readonly page: SitePage
  readonly build: SiteBuild
  readonly publicUrl: string
}

function pageAnswer({ appearance, page, session, settings, build, publicUrl }: PageAnswerInput): Prepared {
  const { status, feature, facts } = page
  const data = {
    ...(session && { [SESSION]: session }),
    ...(settings && { [SETTINGS]: settings }),
    ...page.data,
  }
  return localePage({
    page: shell({ build, feature, appearance, publicUrl, facts, data }),
    locale: appearance.locale,
    status,
    // The page shows who is signed in.
    cacheControl: session?.session ? 'private, no-cache' : undefined,
  })
}
