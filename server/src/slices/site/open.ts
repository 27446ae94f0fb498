import { keysOf, recordOf } from '@avatary/contract/records'
import type { CurrentSession } from '@avatary/contract/sessions'
import type { Settings } from '@avatary/contract/settings'
import type { CatalogView } from '../../avatars/index.ts'
import { API_PREFIX } from '../../kernel/addresses.ts'
import { empty, failure, type RequestContext } from '../../kernel/answer.ts'
import { appearanceOf, type Locale } from '../../kernel/appearance.ts'
import { DatabaseUnavailableError } from '../../kernel/database-unavailable.ts'
import { localePage, PAGE_STYLES } from '../../kernel/page.ts'
import { type PageOptions, SCRIPTED_PAGE_HEADERS } from '../../kernel/page-headers.ts'
import type { IdentifyContext } from '../../kernel/person.ts'
import { adminPage } from './admin-pages.ts'
import { readOwnBuild, type SiteBuild } from './build.ts'
import { type FirstAnswersDeps, openFirstAnswers } from './first-answers.ts'
import { OFFLINE_PAGE, offlinePage } from './offline-page.ts'
import type { PageData } from './page-data.ts'
import { type PageStyles, readPageStyles } from './page-styles.ts'
import { avatarPage, creatorPage, notFoundPage } from './pages.ts'
import { SEARCH_ENGINE_OPTIONS, searchEnginePages } from './search-engines.ts'
import { searchPage } from './search-page.ts'
import { shell } from './shell.ts'
import type { SitePage } from './site-page.ts'
import { STATIC_PATHS, staticPage } from './static-pages.ts'
import { readTagNames, type TagNames } from './tag-names.ts'

/** Names of built files change with their content (RFC 8246). */
const ASSET_CACHE = 'public, max-age=31536000, immutable'

const ICON_CACHE = 'public, max-age=86400'

const SESSION_PATH = `${API_PREFIX}/session`
const SETTINGS_PATH = `${API_PREFIX}/account/settings`

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

const ICON_FILES = [
  '/icon.svg',
  '/icon-192.png',
  '/icon-512.png',
  '/icon-maskable-512.png',
  '/apple-touch-icon.png',
  '/site.webmanifest',
] as const

/** Paths of the files of the build that are not below `/assets/`. */
const ROOT_FILES: Readonly<Record<string, PageOptions>> = {
  '/offline.js': { isFile: true },
  // A service worker obeys the policy of its own script's response, and this one sends requests.
  '/service-worker.js': { headers: SCRIPTED_PAGE_HEADERS, isFile: true },
  ...recordOf(ICON_FILES, () => ({ cacheControl: ICON_CACHE, isFile: true })),
}

const PAGE_OPTIONS: Readonly<Record<string, PageOptions>> = {
  '/': { headers: SCRIPTED_PAGE_HEADERS },
  '/avatar/{id}': { headers: SCRIPTED_PAGE_HEADERS, needsCatalog: true },
  '/creator/{id}': { headers: SCRIPTED_PAGE_HEADERS, needsCatalog: true },
  ...recordOf(STATIC_PATHS, () => ({ headers: SCRIPTED_PAGE_HEADERS })),
  ...SEARCH_ENGINE_OPTIONS,
  // A file does not count in the backstop: the page about a reached limit needs its stylesheet.
  [PAGE_STYLES]: { isFile: true },
  '/assets/{file}': { cacheControl: ASSET_CACHE, isFile: true },
  [OFFLINE_PAGE]: { headers: SCRIPTED_PAGE_HEADERS },
  ...ROOT_FILES,
}

/** Serves the web site: the HTML of its pages, and built files. Without a build, `/` redirects to `/docs`. */
export function openSite(deps: OpenSiteDeps) {
  const { view, config, readSite = readOwnBuild } = deps
  const { publicUrl } = config.http
  const readFirstAnswers = openFirstAnswers({ ...deps, ...deps.catalog })
  let build: SiteBuild | null = null
  let styles: PageStyles | null = null
  let tagNames: TagNames | null = null
  /** Resolves when the files were read: the process listens before, and would answer as if there were no build. */
  const read = Promise.withResolvers<void>()
  /** Makes the handler of a page, which answers in the language of the request. */
  const servePage = (make: MakePage) => async (input: PageInput) => {
    await read.promise
    if (build === null) return empty(302, { Location: '/docs' })
    const appearance = appearanceOf(input.context)
    const { locale } = appearance
    const answers = await sessionAnswers(input.context, deps)
    const { status, feature, facts, firstAnswers } = await make(input, locale, answers)
    const html = shell({
      build,
      feature,
      appearance,
      publicUrl,
      facts,
      firstAnswers: { ...pageDataOf(answers), ...firstAnswers },
    })
    // The page shows who is signed in.
    const cacheControl = answers.session?.session ? 'private, no-cache' : undefined
    return localePage({ page: html, locale, status, cacheControl })
  }
  const serveFile = (name: string) => read.promise.then(() => build?.files.get(name) ?? failure('not_found'))
  const adminOrNotFoundPage = servePage(
    ({ params }, locale, { session }) => adminPage(params.path!, session) ?? notFoundPage(locale),
  )
  return {
    open: async () => {
      build = await readSite()
      styles = await readPageStyles()
      tagNames = await readTagNames()
      read.resolve()
    },
    pages: {
      '/': servePage(async ({ context }, locale, { settings }) => {
        const firstAnswers = await readFirstAnswers(context, settings).catch(ignoreUnavailable)
        return searchPage({ rawQuery: context.rawQuery, locale, nameOf: tagNames![locale], firstAnswers })
      }),
      '/avatar/{id}': servePage(({ params }, locale) => avatarPage(view, params.id!, locale)),
      '/creator/{id}': servePage(({ params }, locale) => creatorPage(view, params.id!, locale)),
      ...recordOf(STATIC_PATHS, path => servePage((_, locale) => staticPage(path, locale))),
      ...searchEnginePages(view, publicUrl),
      [PAGE_STYLES]: ({ context }: PageInput) =>
        read.promise.then(() => styles?.(appearanceOf(context).theme) ?? failure('not_ready')),
      '/assets/{file}': async ({ params }: PageInput) => serveFile(params.file!),
      [OFFLINE_PAGE]: async ({ context }: PageInput) => offlinePage(appearanceOf(context)),
      ...recordOf(keysOf(ROOT_FILES), path => async () => serveFile(path.slice(1))),
    },
    notFoundPage: async (input: PageInput) => {
      await read.promise
      return build === null ? failure('not_found') : await adminOrNotFoundPage(input)
    },
    pageOptions: PAGE_OPTIONS,
  }
}

function ignoreUnavailable(error: unknown): undefined {
  if (!(error instanceof DatabaseUnavailableError)) throw error
}

/** Answers about the sender of a request, which the page's script would otherwise request. */
interface SessionAnswers {
  /** Undefined while the database is unavailable. */
  readonly session: CurrentSession | undefined
  /** Null when nobody is signed in, or while the database is unavailable. */
  readonly settings: Settings | null
}

async function sessionAnswers(context: IdentifyContext, deps: OpenSiteDeps): Promise<SessionAnswers> {
  const session = await deps.currentSession(context).catch(ignoreUnavailable)
  if (!session?.session) return { session, settings: null }
  const settings = await deps.currentSettings(context).catch(ignoreUnavailable)
  return { session, settings: settings ?? null }
}

function pageDataOf({ session, settings }: SessionAnswers): PageData {
  return { ...(session && { [SESSION_PATH]: session }), ...(settings && { [SETTINGS_PATH]: settings }) }
}

type MakePage = (input: PageInput, locale: Locale, answers: SessionAnswers) => SitePage | Promise<SitePage>

interface PageInput {
  readonly context: RequestContext
  readonly params: Readonly<Record<string, string>>
}
