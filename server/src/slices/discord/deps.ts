import type { CatalogView } from '../../avatars/index.ts'
import type { Database } from '../../kernel/database.ts'
import type { Log } from '../../kernel/log.ts'
import type { SealerFor } from '../../kernel/sealer.ts'
import type { SystemDeps } from '../../kernel/system-deps.ts'
import type { TrendingAvatars } from '../catalog/index.ts'
import type { DiscordApi } from './discord-api.ts'
import type { GrantKeeper } from './grant-keeper.ts'
import type { OpenDiscordApiDeps } from './open-discord-api.ts'
import type { CheckedPerson, CheckSources, ReadChecks } from './read-checks.ts'
import type { DiscordStore } from './store.sql.ts'

export interface OpenDiscordDeps extends SystemDeps, Omit<CheckSources, 'listedAvatars' | 'clock'> {
  readonly db: Database
  readonly config: OpenDiscordApiDeps['config'] & {
    readonly discord: { readonly authorizeUrl: string; readonly publicKey: string | null }
    readonly membership: { readonly campaign: object | null }
  }
  readonly view: CatalogView
  readonly trending: TrendingAvatars
  readonly sealerFor: SealerFor
  /** Finds a person by the key in `users`; null when the account was deleted. */
  readonly findPerson: (personKey: number) => Promise<CheckedPerson | null>
}

/** Dependencies of the classes that use people's grants: `Connections`, `Revocations` and `Guilds`. */
export interface DiscordDeps extends Pick<SystemDeps, 'clock' | 'random' | 'sleep'> {
  readonly store: DiscordStore
  readonly api: DiscordApi
  readonly grants: GrantKeeper
  readonly readChecks: ReadChecks
  readonly log: Pick<Log, 'warn'>
}
