import { Store } from '../../kernel/store.ts'
import { ConnectionStore } from './connections.sql.ts'
import { ConsentStore } from './consents.sql.ts'
import { RevocationStore } from './revocations.sql.ts'
import { ServerStore } from './servers.sql.ts'
import type { DiscordTables } from './tables.sql.ts'

/** Leases prevent two processes from using the same refresh token. */
export class DiscordStore extends Store<DiscordTables> {
  readonly consents = new ConsentStore(this.deps)
  readonly connections = new ConnectionStore(this.deps)
  readonly revocations = new RevocationStore(this.deps)
  readonly servers = new ServerStore(this.deps)
}
