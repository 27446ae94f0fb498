import { avatarOf, ListedAvatars } from '../../avatars/index.ts'
import type { Job } from '../../kernel/job.ts'
import { HOUR_MS, MINUTE_MS } from '../../kernel/time.ts'
import { connectionHandlers } from './connection-handlers.ts'
import { Connections } from './connections.ts'
import type { OpenDiscordDeps } from './deps.ts'
import type { DiscordApi } from './discord-api.ts'
import { NewAvatarFeed } from './feed.ts'
import { GrantKeeper } from './grant-keeper.ts'
import { guildHandlers } from './guild-handlers.ts'
import { Guilds } from './guilds.ts'
import { discordPersonalData } from './personal-data.sql.ts'
import { createReadChecks } from './read-checks.ts'
import { Revocations } from './revocations.ts'
import { DISCORD_GRANTS } from './sealed-grants.sql.ts'
import { CallbackStates } from './states.ts'
import type { DiscordStore } from './store.sql.ts'

/** Each run of a job handles one connection or one server. */
const POLL_MS = 5000
/** A sync that has not ended after this time is started again. */
const SYNC_TIMEOUT_MS = 10 * MINUTE_MS

/** Composes connections, server settings and the feed of new avatars. */
export function openConnections(
  deps: OpenDiscordDeps,
  store: DiscordStore,
  api: DiscordApi,
  isAgeRestricted: (channelId: string) => Promise<boolean>,
) {
  const { db, config, clock, sealerFor } = deps
  const { publicUrl } = config.http
  const listedAvatars = new ListedAvatars({ db })
  const grants = new GrantKeeper({ ...deps, store, api, sealer: sealerFor(DISCORD_GRANTS) })
  const isNoSupporter = async () => ({ value: false, atMs: clock.now() })
  const isSupporter = config.membership.campaign === null ? isNoSupporter : deps.isSupporter
  const readChecks = createReadChecks({ ...deps, isSupporter, listedAvatars })
  const discordDeps = { ...deps, store, api, grants, readChecks }
  const connections = new Connections(discordDeps)
  const revocations = new Revocations(discordDeps)
  const isSecure = publicUrl.startsWith('https:')
  const application = { clientId: api.applicationId, authorizeUrl: config.discord.authorizeUrl }
  const readNewest = async (limit: number) => (await listedAvatars.newest(limit)).map(avatarOf)
  const feed = new NewAvatarFeed({ ...deps, servers: store.servers, api, readNewest, isAgeRestricted })
  const syncNext = async () => {
    const key = await store.connections.takeDue(clock.now(), clock.now() + SYNC_TIMEOUT_MS)
    const person = key === null ? null : await deps.findPerson(key)
    if (person !== null) await connections.sync(person)
    else if (key !== null) await revocations.disconnect(key)
  }
  const deleteExpiredConsents = () => store.consents.deleteExpired(clock.now())
  const jobs: Job[] = [
    { name: 'sync-discord-connections', everyMs: POLL_MS, on: 'worker', run: syncNext },
    { name: 'revoke-discord-grants', everyMs: POLL_MS, on: 'worker', run: () => revocations.revokeNext() },
    { name: 'forget-discord-consents', everyMs: HOUR_MS, on: 'worker', run: deleteExpiredConsents },
  ]
  if (api.hasBot)
    jobs.push({ name: 'tell-of-new-avatars', everyMs: POLL_MS, on: 'worker', run: () => feed.sendNext() })
  return {
    handlers: {
      ...connectionHandlers({
        connections,
        revocations,
        publicUrl,
        clock,
        ...application,
        states: new CallbackStates({ ...deps, consents: store.consents, isSecure }),
      }),
      ...guildHandlers({ guilds: new Guilds(discordDeps), ...application }),
    },
    jobs,
    personalData: discordPersonalData(db, key => revocations.disconnect(key)),
  }
}
