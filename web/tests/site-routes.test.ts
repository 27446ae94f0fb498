import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import type { RouteContract } from '@avatary/contract/route'
import { ROUTES, type RouteId } from '@avatary/contract/routes/all'
import { readEnvironment } from '../../server/src/config/env.ts'
import { ROOT, readSources } from '../../server/tests/architecture/source.ts'

const DOCUMENT = join(ROOT, 'docs/site-routes.md')

/** Pages by the folder of their sources. Parts of the shell and of `ui` are on every page. */
const PAGES: Readonly<Record<string, string>> = {
  search: '`/`',
  avatar: '`/avatar/{id}`',
  creator: '`/creator/{id}`',
  insights: '`/insights`',
  submit: '`/submit`',
  saved: '`/saved`',
  account: '`/account`',
  studio: '`/studio`',
  discord: '`/dashboard`, `/linked-roles`',
  admin: '`/admin/…`',
  worlds: '`/docs/worlds`',
}
const EVERY_PAGE = 'every page'

/** Pages that the server renders itself, or to which a redirect leads. */
const SERVED: { readonly [Id in RouteId]?: string } = {
  loginCallback: '`/sign-in`, or where the person came from',
  discordCallback: '`/dashboard`, `/linked-roles`',
  authorize: '`/oauth/consent`, `/oauth/refused`',
  decideAuthorization: '`/oauth/consent`',
  openApi: '`/docs`',
  tagFeed: 'readers of feeds find it in `/docs`',
  newestFeed: 'readers of feeds find it in `/docs`',
  worldEndpoints: '`/docs`',
}

const WORLD = 'worlds read it; `/docs` has it'
const MIRROR = 'mirrors and other programs copy the catalog by it'
const PROGRAM = 'an application or tool asks it'

/** Routes that no page needs, and why. */
const NOT_FOR_PEOPLE: { readonly [Id in RouteId]?: string } = {
  listTags: 'pages show `searchFacets`, which counts within a search',
  allAvatars: MIRROR,
  allAvatarsNdjson: MIRROR,
  avatarChanges: MIRROR,
  submissionState: '`/submit` asks about many at once by `submissionStates`',
  ingestAvatars: PROGRAM,
  ingestTicket: PROGRAM,
  vrcxAvatars: PROGRAM,
  worldPing: WORLD,
  worldStats: WORLD,
  worldPromotedGroups: WORLD,
  worldAvatars: WORLD,
  worldAvatar: WORLD,
  worldWear: WORLD,
  worldTags: WORLD,
  worldSearches: WORLD,
  worldLeaderboard: WORLD,
  setVisibility: '`/studio` changes one or many by `setVisibilities`',
  botInteraction: 'Discord sends it',
  botInteractionNotes: 'who sets up the bot reads it',
  token: PROGRAM,
  userInfo: PROGRAM,
  revoke: PROGRAM,
  authorizationServer: PROGRAM,
  health: 'probes ask it',
  ready: 'probes ask it',
}

/** Names routes to describe their errors, but requests none. */
const NO_PAGE = 'web/src/lib/api.ts'

const sources = readSources('web/src').filter(({ path }) => !path.endsWith('.test.ts') && path !== NO_PAGE)

/** Pages whose sources request a route or link to it. */
function pagesOf({ method, path }: RouteContract): string[] {
  const isAlone = ROUTES.filter(other => other.path === path).length === 1
  const names = [`'${method} ${path}'`, ...(isAlone ? [`'${path}'`] : [])]
  const asking = sources.filter(({ text }) => names.some(name => text.includes(name)))
  const pages = asking.map(
    ({ path }) => PAGES[/^web\/src\/features\/([^/]+)\//.exec(path)?.[1] ?? ''] ?? EVERY_PAGE,
  )
  return pages.includes(EVERY_PAGE) ? [EVERY_PAGE] : [...new Set(pages)].toSorted()
}

describe('docs/site-routes.md', () => {
  it('has the page of every route that people can use, and why the others have none', () => {
    const rows = ROUTES.map(route => {
      const id = route.id as RouteId
      const pages = [...pagesOf(route), ...(SERVED[id] === undefined ? [] : [SERVED[id]])]
      const reason = NOT_FOR_PEOPLE[id]
      assert.ok(
        pages.length > 0 || reason !== undefined,
        `no page requests ${id}: say why in NOT_FOR_PEOPLE of this test`,
      )
      assert.ok(pages.length === 0 || reason === undefined, `${id} has a page, so it needs no reason`)
      return `| \`${route.method} ${route.path}\` | ${reason === undefined ? pages.join(', ') : `– ${reason}`} |`
    })
    const table = ['| route | page |', '|---|---|', ...rows].join('\n')
    const document = readFileSync(DOCUMENT, 'utf8')
    const renewed = document.replace(
      /(<!-- routes -->)[\s\S]*(<!-- \/routes -->)/,
      (_, begin, end) => `${begin}\n\n${table}\n\n${end}`,
    )
    if (readEnvironment().UPDATE_DOCS === '1') writeFileSync(DOCUMENT, renewed)
    else assert.equal(document, renewed, 'run: UPDATE_DOCS=1 script/test web/tests/site-routes.test.ts')
  })
})
