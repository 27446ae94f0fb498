import assert from 'node:assert/strict'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  SqliteAdapter,
  SqliteIntrospector,
  type Transaction,
} from 'kysely'
import { createListedAvatars } from '../../src/avatars/listed.sql.ts'
import type { AvatarId } from '../../src/kernel/avatar-id.ts'
import type { Database, Engine, SqlAccess } from '../../src/kernel/database.ts'
import { sqlAccess } from '../../src/platform/db/access.ts'
import { SqliteCompiler } from '../../src/platform/db/dialect.ts'
import { createAccountStores } from '../../src/slices/account/store.sql.ts'
import { createSearchTermStore } from '../../src/slices/catalog/popular-searches.sql.ts'
import { AuthorProfileStore } from '../../src/slices/creator/profiles/store.sql.ts'
import { CreatorStore } from '../../src/slices/creator/store.sql.ts'
import { sealedGrants } from '../../src/slices/discord/sealed-grants.sql.ts'
import { createDiscordStore } from '../../src/slices/discord/store.sql.ts'
import { KeyStore } from '../../src/slices/identity/keys/store.sql.ts'
import { identityPersonalData } from '../../src/slices/identity/personal-data.sql.ts'
import { sealedTokens } from '../../src/slices/identity/sealed-tokens.sql.ts'
import { IdentityStore } from '../../src/slices/identity/store.sql.ts'
import { createInsightsStore } from '../../src/slices/insights/store.sql.ts'
import { createExternalLookupStore } from '../../src/slices/lookup/store.sql.ts'
import { ExcludedSearchStore } from '../../src/slices/moderation/excluded-searches.sql.ts'
import { type NewPlacement, newPlacement } from '../../src/slices/promotions/placement.ts'
import { PromotionStore } from '../../src/slices/promotions/store.sql.ts'
import { createKeptAnswers } from '../../src/slices/rosters/kept-answers.sql.ts'
import { SubmissionStore } from '../../src/slices/submission/store.sql.ts'
import { createTicketStore } from '../../src/slices/submission/tickets.sql.ts'
import { createTrackingStore } from '../../src/slices/tracking/store.sql.ts'
import { createLookupStore } from '../../src/slices/verification/store.sql.ts'
import { ManualClock } from '../support/manual-clock.ts'
import { catalogOver, fullPatch, idOf, NOW, readWhole, TODAY } from './fixtures.ts'

const LISTED = { is_active: 1, is_unlisted: 0, is_blocked: 0, is_opted_out: 0 }

const AUTHOR = 'usr_00000000-0000-4000-8000-0000000000aa'

const PLACEMENT = {
  id: 1,
  kind: 'group',
  subject: 'grp_1',
  weight: 0,
  starts_at_ms: 0,
  ends_at_ms: null,
  name: 'Foxes',
  description: '',
  image_url: '',
  url: '',
}

/** Of another account than the one that is connected, which departs. */
const DISCORD_ROW = {
  person_key: 1,
  discord_id: '99',
  username: 'owl',
  avatar: null,
  sealed_grant: 'sealed',
  checked: null,
  synced_at_ms: null,
  due_at_ms: 0,
  tries: 0,
  lease_until_ms: 0,
}

/** Answers nothing but what a method needs to go on to its next statement. */
const ANSWERS: readonly [statement: RegExp, rows: object[]][] = [
  [/^select "platform_account_id" from "users"/, [{ platform_account_id: AUTHOR }]],
  [/^select "key", "author_id", "is_active"/, [{ key: 1, author_id: AUTHOR, ...LISTED }]],
  [/from "creator_walk"/, [{ id: 1, ask_at_ms: 0, walked_to: 0, began_at_ms: NOW }]],
  [/^select "author_id" from "creators"/, [{ author_id: AUTHOR }]],
  [
    /^select "avatars"\."key", "avatars"\."author_id"/,
    [{ key: 1, author_id: AUTHOR, added_at_ms: 0, views: 1 }],
  ],
  [/from "avatars" where "author_id" = \S+ order by "key"$/, [{ key: 1 }]],
  [/select "key" from "avatars" where "key" > /, [{ key: 1 }]],
  [/^select "key" from "users"/, [{ key: 1 }]],
  [/^select "key", "id", "is_active"/, [{ key: 1, id: idOf(1), ...LISTED }]],
  [/^insert into "likes"|^delete from "(likes|favorites)"/, [{ avatar_key: 1, day: 1 }]],
  [/^select .*"favorites"\."saved_at_ms"/, [{ id: idOf(1), ...LISTED }]],
  [/count\(\*\) as "(saved|count)"/, [{ saved: 0, latest: null, count: 0, groups: 0, likes: 0 }]],
  [/from "favorite_groups" where "id"/, [{ id: 'grp_1', name: 'Foxes', icon: 'cat' }]],
  [
    /from "favorite_groups" where "user_key"/,
    [{ id: 'grp_1', name: 'Foxes', icon: 'cat', name_key: 'FOXES' }],
  ],
  [/"placements"( left join .*)? where ("placements"\.)?"id" = |into "placements"/, [PLACEMENT]],
  [/^select count\(\*\) as "total"/, [{ total: 1 }]],
  [/from "kept_answers"/, [{ variant: 'a', not_before_ms: 0, fetched_at_ms: null, value: null }]],
  [/"key"\) > \(/, []],
  [/^insert into "avatars".*returning/, [{ key: 2, id: idOf(2) }]],
  [/^select .*"avatars"\."id" (in|=)/, [storedRow()]],
  [/^select .*where "ai_tags_version" </, [{ key: 1, name: 'Fox', description: '', ai_tags: '[]' }]],
  [/"added_at_ms", .* limit/, [{ ...storedRow(), vrcl_url: null }]],
  [/"database_id"|"value" from "meta" where/, [{ value: 'id' }]],
  [/^select \(select "meta"/, [{ pruned_to: null, last: 9 }]],
  [/(max|min)\("begins_at_ms"\)/, [{ last: null, count: 0, first: null }]],
  [/^select "begins_at_ms" from "external_lookups"/, [{ begins_at_ms: 1 }]],
  [/^select "seq".* from "changes"/, [{ seq: 1, kind: 'added', avatar_key: 1, at_ms: 0 }]],
  [/^(insert into|update) "tracking_writers"/, [{ id: 1 }]],
  [/^delete from "audience_cells"/, [{ day: 1, avatar_key: 1, cell: 1, term: '', views: 1, outbound: 0 }]],
  [/^select "day".* from "audience_(cells|days)".* offset/, [{ day: 1, avatar_key: 1, cell: 1, term: '' }]],
  [/"audience_days"/, [{ day: 1, avatar_key: 1, cells: new Uint8Array() }]],
  [
    /from "submission_tickets"$|from "submission_tickets" where "ticket" = /,
    [{ submitted_at_ms: 0, items: '{}' }],
  ],
  [/from "platform_budget"/, [{ next_at_ms: 0, rest_until_ms: 0, rest_reason: null, failures: 0 }]],
  [/from "platform_grants"$|min\("at_ms"\)/, [{ count: 0, first: null }]],
  [/^insert into "platform_grants"/, [{ id: 1 }]],
  [
    /^select .*max\("place"\)|count\(\*\).* from "lookups"/,
    [{ waiting: 0, finds: 0, last: null, position: 1 }],
  ],
  [/^delete from "lookups"/, [{ priority: 0 }]],
  [/^select "id" from "avatars"/, [{ id: idOf(1) }]],
  [/^select count/, [{ indexed: 1, active: 1 }]],
  [/^select max\("key"\)/, [{ last: 1 }]],
  [/^select min\("day"\)/, [{ oldest: TODAY - 1 }]],
  [/^select "avatar_key" from "avatar_days"/, [{ avatar_key: 1 }]],
  [/^delete from "avatar_days"/, [dayRow()]],
  [/^select "seq", "at_ms" from "activity_log"/, [1, 2].map(seq => ({ seq, at_ms: 0 }))],
  [/^insert into "users"/, [{ key: 1 }]],
  [/"discord_connections"/, [DISCORD_ROW]],
  [/"discord_departures"/, [{ id: 1, ...DISCORD_ROW, is_role_cleared: 0 }]],
  [/"discord_servers"/, [{ guild_id: '500', channel_id: '600', feed_after_ms: 0 }]],
  [/^select "hash" from "sessions"/, [{ hash: 'old' }]],
  [/^update "sessions"/, [{ user_key: 1 }]],
]

function dayRow() {
  const counts = { views: 1, impressions: 1, outbound: 0, wears: 0, likes: 0, favorites: 0 }
  return { day: TODAY - 1, avatar_key: 1, ...counts }
}

function storedRow() {
  const text = { id: idOf(1), name: '', description: '', author_id: '', author_name: '', image_url: '' }
  const flags = { platforms: 0, performance: 0, is_active: 1, is_unlisted: 0, is_blocked: 0, is_opted_out: 0 }
  const moments = { created_at_ms: null, updated_at_ms: null, added_at_ms: 0, verified_at_ms: null }
  return {
    key: 1,
    ...text,
    tags: '[]',
    ai_tags: '[]',
    ai_tags_version: 1,
    ...flags,
    ...moments,
    views: 1,
    likes: 1,
  }
}

class Recorder extends DummyDriver {
  readonly statements: string[] = []

  override async acquireConnection(): Promise<DatabaseConnection> {
    const connection = await super.acquireConnection()
    return Object.assign(connection, {
      executeQuery: async ({ sql }: CompiledQuery) => {
        this.statements.push(sql)
        return { rows: ANSWERS.find(([statement]) => statement.test(sql))?.[1] ?? [] }
      },
    })
  }
}

const PARTS: Record<Engine, Omit<Dialect, 'createDriver'>> = {
  sqlite: {
    createQueryCompiler: () => new SqliteCompiler(),
    createAdapter: () => new SqliteAdapter(),
    createIntrospector: kysely => new SqliteIntrospector(kysely),
  },
  postgres: {
    createQueryCompiler: () => new PostgresQueryCompiler(),
    createAdapter: () => new PostgresAdapter(),
    createIntrospector: kysely => new PostgresIntrospector(kysely),
  },
}

/** A database that only writes down what it is asked, in the words of an engine. */
class RecordingDatabase implements Database {
  readonly engine: Engine
  readonly isAvailable = true
  readonly #recorder = new Recorder()

  constructor(engine: Engine) {
    this.engine = engine
  }

  get statements(): readonly string[] {
    return this.#recorder.statements
  }

  async patiently<Result>(work: () => Promise<Result>): Promise<Result> {
    return await work()
  }

  async awayUntil(work: () => Promise<void>): Promise<void> {
    await work()
  }

  tables<Tables>(): SqlAccess<Tables> {
    const { engine } = this
    const dialect: Dialect = { ...PARTS[engine], createDriver: () => this.#recorder }
    const kysely = new Kysely<Tables>({ dialect })
    const parts = { reader: kysely, scanner: kysely, transact: (work: never) => inTransaction(kysely, work) }
    return sqlAccess<Tables>(engine, parts as never)
  }

  async close(): Promise<void> {}

  async [Symbol.asyncDispose](): Promise<void> {}
}

async function inTransaction<Tables, Result>(
  kysely: Kysely<Tables>,
  work: (tx: Transaction<Tables>) => Promise<Result>,
): Promise<Result> {
  return await kysely.transaction().execute(work)
}

const CELL = { day: TODAY, key: 1, cell: 1, term: '', views: 1, outbound: 0 }

function trackingOver(db: Database) {
  return createTrackingStore({ db, counters: catalogOver(db) })
}

function insightsOver(db: Database) {
  return createInsightsStore({ db })
}

function lookupsOver(db: Database) {
  return createLookupStore({ db, catalog: catalogOver(db) })
}

function externalLookupsOver(db: Database) {
  return createExternalLookupStore({ db, catalog: catalogOver(db) })
}

function discordOver(db: Database) {
  return createDiscordStore({ db })
}

function accountsOver(db: Database) {
  return createAccountStores({ db, counters: catalogOver(db) })
}

const FILE = {
  entries: [{ id: idOf(1) as AvatarId, group: 'Cats', savedAtMs: null }],
  icons: new Map(),
  invalid: 0,
}

const PROFILE = {
  id: 'sub',
  username: 'fox',
  name: 'Fox',
  picture: null,
  profile: null,
  email: null,
  platformAccount: null,
}
const SESSION = { id: 'id', device: 'desktop', createdAtMs: NOW, seenAtMs: NOW }
const SIGN_IN = {
  profile: PROFILE,
  session: { hash: 'hash', id: 'id', device: 'vr' },
  replaced: 'old',
  nowMs: NOW,
  isAgain: false,
  token: { seal: () => 'sealed', untilMs: NOW },
}
const AVATAR = idOf(1) as AvatarId
const CLAIM = { id: AVATAR, origin: 'submission', tries: 0, grantId: 1 } as const
const FREELY = { perMinute: 20, spacingMs: 3000, leaseMs: 60_000, refreshBeforeMs: NOW }
const FAILED = { setback: { kind: 'failed', retryAfterMs: null }, random: 0, account: '' } as const

const DISCORD_USER = { id: '100', username: 'fox', avatar: null }
const DISCORD_SYNC = {
  checked: {
    verified: null,
    supporter: null,
    listed_avatars: null,
    total_views: null,
    saved_avatars: null,
  },
  atMs: NOW,
  dueAtMs: NOW,
}
const ACT = { actor: 'test', nowMs: NOW }
const PLACED = newPlacement({ kind: 'avatar', id: AVATAR }, {}, NOW) as { placement: NewPlacement }
const KEPT = { name: 'list', variant: 'a' }

/** Every method of the stores, called so that it comes to each of its statements. */
const CALLS: Record<string, (db: Database) => Promise<unknown>> = {
  readAll: db => readWhole(catalogOver(db), 1),
  byKeys: db => catalogOver(db).byKeys([1]),
  byIds: db => catalogOver(db).byIds([idOf(1)]),
  countersByKeys: db => catalogOver(db).countersByKeys([1]),
  countRows: db => catalogOver(db).countRows(),
  databaseId: db => catalogOver(db).databaseId(),
  changesAfter: db => catalogOver(db).changesAfter(1, 10),
  changeBounds: db => catalogOver(db).changeBounds(),
  saveMany: db => catalogOver(db).saveMany([fullPatch(1, { views: 5 }), fullPatch(2, { views: 5 })], NOW),
  saveCounters: db => catalogOver(db).saveCounters([{ key: 1, day: TODAY, views: 1, likes: -1 }], NOW),
  pruneChanges: db => catalogOver(db).pruneChanges(NOW),
  rederiveAiTags: db => catalogOver(db, 2).rederiveAiTags(5, NOW),
  addSearches: db => createSearchTermStore({ db }).addSearches(TODAY, new Map([['fox', 1]])),
  topTerms: db => createSearchTermStore({ db }).topTerms(TODAY, 5),
  trackingOpenWriter: db => trackingOver(db).openWriter(NOW),
  trackingSave: db => trackingOver(db).save({ writer: 1, number: 1, counters: [], cells: [CELL] }, NOW),
  trackingAudienceOf: db => trackingOver(db).audienceOf(1, TODAY - 1, TODAY),
  trackingPackBefore: db => trackingOver(db).packBefore(TODAY),
  trackingRollUpBefore: db => trackingOver(db).rollUpBefore(TODAY),
  insightsBounds: db => insightsOver(db).activityBounds(),
  insightsActivityAfter: db => insightsOver(db).activityAfter(1, 10),
  insightsReadDays: async db => {
    for await (const _ of insightsOver(db).readDays(TODAY));
  },
  insightsReadEarlier: async db => {
    for await (const _ of insightsOver(db).readEarlier(TODAY));
  },
  insightsEarlierOf: db => insightsOver(db).earlierOf(TODAY, [1]),
  insightsCountsOn: db => insightsOver(db).countsOn(TODAY, [1]),
  insightsSiteDays: db => insightsOver(db).siteDays(TODAY - 59, TODAY),
  insightsRollUpBefore: db => insightsOver(db).rollUpBefore(TODAY),
  insightsPruneActivity: db => insightsOver(db).pruneActivity(NOW),
  submit: db => new SubmissionStore({ db }).submit([AVATAR], 10, NOW, 'ticket'),
  progressOf: db => new SubmissionStore({ db }).progressOf(AVATAR),
  countWaiting: db => new SubmissionStore({ db }).countWaiting(),
  forgetDecidedBefore: db => new SubmissionStore({ db }).forgetDecidedBefore(NOW),
  ticketFind: db => createTicketStore({ db }).find('ticket'),
  ticketsForgetBefore: db => createTicketStore({ db }).forgetBefore(NOW),
  lookupTake: db => lookupsOver(db).take(FREELY, NOW),
  lookupSettle: db => lookupsOver(db).settle(CLAIM, { kind: 'public', patch: fullPatch(1) }, NOW),
  lookupPostpone: db => lookupsOver(db).postpone(CLAIM, FAILED, NOW),
  lookupRelease: db => lookupsOver(db).release(CLAIM),
  enqueueFinds: db => lookupsOver(db).enqueueFinds([AVATAR], NOW),
  lookupBudget: db => lookupsOver(db).budget(),
  lookupGrantsSince: db => lookupsOver(db).grantsSince(NOW),
  lookupEndRefusalRest: db => lookupsOver(db).endRefusalRest('account'),
  externalBegin: db =>
    externalLookupsOver(db).begin('fox', { perMinute: 30, urgency: 'awaited', random: 0 }, NOW),
  externalEnd: db => externalLookupsOver(db).end('fox', NOW),
  externalForget: db => externalLookupsOver(db).forget(NOW),
  excludeSearch: db => new ExcludedSearchStore({ db }).exclude('fox', ACT),
  includeSearch: db => new ExcludedSearchStore({ db }).include('fox', ACT),
  excludedSearches: db => new ExcludedSearchStore({ db }).list({ limit: 10, offset: 0 }),
  allExcludedSearches: db => new ExcludedSearchStore({ db }).all(),
  forgetBefore: db => createSearchTermStore({ db }).forgetBefore(TODAY),
  like: db => accountsOver(db).likes.like(1, AVATAR, NOW),
  unlike: db => accountsOver(db).likes.unlike(1, AVATAR, NOW),
  likedIds: db => accountsOver(db).likes.idsOf(1),
  saveFavorite: db => accountsOver(db).favorites.save(1, AVATAR, NOW),
  removeFavorite: db => accountsOver(db).favorites.remove(1, AVATAR, NOW),
  clearFavorites: db => accountsOver(db).favorites.clear(1, NOW),
  moveFavorite: db => accountsOver(db).favorites.move(1, AVATAR, 'grp_1'),
  listFavorites: db => accountsOver(db).favorites.listOf(1),
  savedIds: db => accountsOver(db).favorites.idsOf(1),
  lastKnown: db => accountsOver(db).readLastKnown([1]),
  createGroup: db => accountsOver(db).groups.create(1, { id: 'grp_2', name: 'Cats', icon: 'cat' }),
  changeGroup: db => accountsOver(db).groups.change(1, 'grp_1', { name: 'Cats' }),
  removeGroup: db => accountsOver(db).groups.remove(1, 'grp_1'),
  listGroups: db => accountsOver(db).groups.listOf(1),
  readSettings: db => accountsOver(db).settings.read(1),
  changeSettings: db => accountsOver(db).settings.change(1, { compactGrid: true }),
  createKey: db => new KeyStore({ db }).create(1, { id: 'key_1', hash: 'hash', name: 'Bot' }, NOW),
  revokeKey: db => new KeyStore({ db }).revoke(1, 'key_1'),
  listKeys: db => new KeyStore({ db }).listOf(1),
  keyOwner: db => new KeyStore({ db }).ownerOf('hash'),
  noteKeyUse: db => new KeyStore({ db }).noteUse('key_1', TODAY),
  importFavorites: db => accountsOver(db).transfers.add(1, FILE, () => 'grp_2', NOW),
  exportFavorites: db => accountsOver(db).transfers.linesOf(1),
  usage: db => accountsOver(db).usageOf(1),
  ownAvatars: db => new CreatorStore({ db }).avatarsOf(AUTHOR),
  setVisibility: db =>
    new CreatorStore({ db }).setVisibility({ userKey: 1, avatarId: idOf(1), isUnlisted: true }, NOW),
  optedOut: db => new CreatorStore({ db }).optedOut(AUTHOR),
  unlistedOf: db => new CreatorStore({ db }).unlistedOf(AUTHOR),
  findAuthors: db => new AuthorProfileStore({ db }).findAuthors(NOW),
  takeAuthors: db => new AuthorProfileStore({ db }).take(15_000, NOW),
  settleAuthors: db =>
    new AuthorProfileStore({ db }).settle([{ authorId: AUTHOR, url: 'https://a/', dueAtMs: NOW }], NOW),
  restAuthors: db => new AuthorProfileStore({ db }).rest(NOW),
  noteInterest: db => new AuthorProfileStore({ db }).noteInterest(AUTHOR, NOW),
  deleteAccount: db => {
    const [store, keys] = [new IdentityStore({ db }), new KeyStore({ db })]
    const personalData = [
      accountsOver(db).personalData,
      identityPersonalData({ store, keys, clock: new ManualClock(NOW) }),
    ]
    return store.deleteAccount(personalData, 1, NOW)
  },
  session: db => new IdentityStore({ db }).session('hash', NOW),
  renewSession: db => new IdentityStore({ db }).renew(SESSION, NOW),
  endSignIn: db => new IdentityStore({ db }).endSignIn('id', NOW),
  signIn: db => new IdentityStore({ db }).signIn(SIGN_IN),
  sessionsOf: db => new IdentityStore({ db }).sessionsOf(1, NOW),
  endSession: db => new IdentityStore({ db }).endSession(1, 'id'),
  endSessions: db => new IdentityStore({ db }).endSessions(1),
  person: db => new IdentityStore({ db }).person(1),
  emailOf: db => new IdentityStore({ db }).email(1),
  moments: db => new IdentityStore({ db }).moments(1),
  profileState: db => new IdentityStore({ db }).profileState(1, NOW),
  confirmProfile: db => new IdentityStore({ db }).confirm(1, PROFILE, NOW),
  confirmLink: db => new IdentityStore({ db }).confirmLink(1, NOW),
  dropLink: db => new IdentityStore({ db }).dropLink(1, NOW),
  noteAskedInVain: db => new IdentityStore({ db }).noteAskedInVain(1, NOW),
  dropToken: db => new IdentityStore({ db }).dropToken(1, 'sealed'),
  addPlacement: db => new PromotionStore({ db }).add(PLACED.placement, ACT),
  changePlacement: db => new PromotionStore({ db }).change(1, { weight: 5 }, ACT),
  removePlacement: db => new PromotionStore({ db }).remove(1, ACT),
  listPlacements: db => new PromotionStore({ db }).placements('upcoming', { limit: 5, offset: 0 }, NOW),
  addStaff: db => new PromotionStore({ db }).addStaff('Ann', ACT),
  removeStaff: db => new PromotionStore({ db }).removeStaff('Ann', ACT),
  listStaff: db => new PromotionStore({ db }).staff({ limit: 5, offset: 0 }),
  billboard: db => new PromotionStore({ db }).billboard({ nowMs: NOW, aheadMs: 60_000, most: 500 }),
  keptRead: db => createKeptAnswers({ db }).read(KEPT),
  keptClaim: db => createKeptAnswers({ db }).claim(KEPT, NOW, NOW + 1),
  keptKeep: db => createKeptAnswers({ db }).keep(KEPT, { value: '[]', atMs: NOW }, NOW),
  keptPostpone: db => createKeptAnswers({ db }).postpone(KEPT, NOW),
  pruneSessions: db => new IdentityStore({ db }).prune(NOW),
  discordStates: async db => {
    await discordOver(db).addState('state', { sessionId: 'id', returnTo: 'dashboard' }, NOW)
    await discordOver(db).takeState('state', NOW)
    await discordOver(db).forgetStates(NOW)
  },
  discordConnect: db => discordOver(db).connect(1, DISCORD_USER, 'sealed', NOW),
  discordTakeovers: async db => {
    const takeover = { personKey: 1, user: DISCORD_USER, sealedGrant: 'sealed' }
    await discordOver(db).addTakeover('id', takeover, NOW)
    await discordOver(db).takeover('id', NOW)
    await discordOver(db).takeTakeover('id', NOW)
  },
  discordConnectConfirmed: db =>
    discordOver(db).connect(1, DISCORD_USER, 'sealed', NOW, { isConfirmed: true }),
  discordFind: db => discordOver(db).find(1),
  discordLease: db => discordOver(db).lease(1, NOW, NOW),
  discordRelease: db => discordOver(db).release('100', NOW),
  discordSaveGrant: db => discordOver(db).saveGrant('100', 'before', 'after'),
  discordSaveSync: db => discordOver(db).saveSync(1, DISCORD_USER, DISCORD_SYNC),
  discordPostpone: db => discordOver(db).postpone(1, NOW),
  discordForget: db => discordOver(db).forget(1, '100'),
  discordTakeDue: db => discordOver(db).takeDue(NOW, NOW),
  discordSyncSoon: db => discordOver(db).syncSoon('100', NOW),
  discordDisconnect: db => discordOver(db).disconnect(1, NOW),
  discordLeaseRevocation: async db => {
    await discordOver(db).leaseRevocation(null, NOW, NOW)
    await discordOver(db).leaseRevocation(1, NOW, NOW)
  },
  discordNoteRoleCleared: db => discordOver(db).noteRoleCleared(1),
  discordPostponeRevocation: db => discordOver(db).postponeRevocation(1, NOW),
  discordEndRevocation: db => discordOver(db).endRevocation(1),
  discordSettings: db => discordOver(db).settingsOf('500'),
  discordSaveSettings: db =>
    discordOver(db).saveSettings('500', { enabled: true, private: false, channel: null }),
  discordSaveFeed: db => discordOver(db).saveFeed('500', true, NOW),
  newestListed: db => createListedAvatars({ db }).newest(200),
  totalsOfAuthor: db => createListedAvatars({ db }).totalsOf(AUTHOR),
  discordTakeDueFeed: db => discordOver(db).takeDueFeed(NOW, NOW),
  sealedGrants: async db => {
    for (const texts of sealedGrants({ db, clock: new ManualClock() })) {
      await texts.after(0, 10)
      await texts.replace(1, 'before', 'after')
    }
  },
  sealedTokens: async db => {
    await sealedTokens({ db }).after(0, 10)
    await sealedTokens({ db }).replace(1, 'before', 'after')
  },
}

async function statementsOf(engine: Engine, call: (db: Database) => Promise<unknown>): Promise<string[]> {
  const db = new RecordingDatabase(engine)
  await call(db)
  return db.statements.map(statement => statement.replace(/\$\d+/g, '?'))
}

/** In the words of SQLite; without what only writers side by side need: locks, and reading again under them. */
function asSqlite(statements: readonly string[]): string[] {
  const translated = statements
    .filter(statement => !statement.startsWith('select pg_advisory_xact_lock'))
    .map(statement =>
      statement
        .replace(/( order by "avatars"\."id")? for (no key )?(update|share)( of "avatars")?$/, '')
        .replaceAll('= any(?)', 'in (select value from json_each(?))')
        .replaceAll('greatest(', 'max(')
        .replaceAll('null::bytea', 'null'),
    )
  return translated.filter((statement, i) => statement !== translated[i - 1])
}

/** One method's statements as SQLite gets them, then those that PostgreSQL gets in other words or besides. */
function section(name: string, sqlite: readonly string[], postgres: readonly string[]): string {
  const others = postgres.filter(statement => !sqlite.includes(statement))
  const lines = [`-- ${name}`, ...sqlite, ...(others.length > 0 ? [`-- ${name}, PostgreSQL`, ...others] : [])]
  return lines.map(line => (line.startsWith('--') ? `${line}\n` : `${inLines(line)};\n`)).join('')
}

function inLines(statement: string): string {
  return statement.replace(
    / (from|left join|inner join|where|values|on conflict|order by) (?!key|no)/g,
    '\n  $1 ',
  )
}

describe('the statements of catalog and tracking', () => {
  for (const [name, call] of Object.entries(CALLS)) {
    it(`are the same on both engines but for the known differences, ${name}`, async () => {
      const sqlite = await statementsOf('sqlite', call)
      assert.ok(sqlite.length > 0)
      assert.deepEqual(asSqlite(await statementsOf('postgres', call)), asSqlite(sqlite))
    })
  }

  it('are those that were reviewed; see --test-update-snapshots', async t => {
    const sections = Object.entries(CALLS).map(async ([name, call]) =>
      section(name, await statementsOf('sqlite', call), await statementsOf('postgres', call)),
    )
    const path = join(import.meta.dirname, 'statements.sql.snap')
    t.assert.fileSnapshot((await Promise.all(sections)).join('\n'), path, { serializers: [String] })
  })
})
