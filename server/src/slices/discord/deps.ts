import type { Log } from '../../kernel/log.ts'
import type { SystemDeps } from '../../kernel/system-deps.ts'
import type { DiscordApi } from './discord-api.ts'
import type { GrantKeeper } from './grant-keeper.ts'
import type { ReadChecks } from './read-checks.ts'
import type { DiscordStore } from './store.sql.ts'

/** Dependencies of the classes that use people's grants: `Connections`, `Revocations` and `Guilds`. */
export interface DiscordDeps extends Pick<SystemDeps, 'clock' | 'random' | 'sleep'> {
  readonly store: DiscordStore
  readonly api: DiscordApi
  readonly grants: GrantKeeper
  readonly readChecks: ReadChecks
  readonly log: Pick<Log, 'warn'>
}
