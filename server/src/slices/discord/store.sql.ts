import type { Database } from '../../kernel/database.ts'
import { ConnectionStore } from './connections.sql.ts'
import { ConsentStore } from './consents.sql.ts'
import { RevocationStore } from './revocations.sql.ts'
import { ServerStore } from './servers.sql.ts'

/** Leases prevent two processes from using the same refresh token. */
export class DiscordStore {
  readonly consents: ConsentStore
  readonly connections: ConnectionStore
  readonly revocations: RevocationStore
  readonly servers: ServerStore

  constructor(deps: { db: Database }) {
    this.consents = new ConsentStore(deps)
    this.connections = new ConnectionStore(deps)
    this.revocations = new RevocationStore(deps)
    this.servers = new ServerStore(deps)
  }
}
