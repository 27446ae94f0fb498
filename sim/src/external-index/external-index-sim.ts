import type { DatasetRecord } from '../dataset/record.ts'
import { type SimServer, startSimServer } from '../server/sim-server.ts'
import { avtrdbAnswer } from './avtrdb-dialect.ts'
import { HeldAvatars } from './held-avatar.ts'
import { vrcxAnswer } from './vrcx-dialect.ts'

type Dialect = 'vrcx' | 'avtrdb'

export interface ExternalIndexSim extends SimServer {
  /** The address that a client is configured with. */
  readonly url: string
  add(record: DatasetRecord): void
  remove(id: string): void
}

export interface ExternalIndexSimOptions {
  dialect: Dialect
  now: () => number
  avatars?: Iterable<DatasetRecord>
  port?: number
}

/** Another index of avatars, in the dialect that a client expects. */
export async function startExternalIndexSim(options: ExternalIndexSimOptions): Promise<ExternalIndexSim> {
  const { dialect, now, avatars = [], port = 0 } = options
  const held = new HeldAvatars(avatars)
  const speak = dialect === 'vrcx' ? vrcxAnswer : avtrdbAnswer
  const server = await startSimServer({ service: request => speak(request, held), now, port })
  return {
    ...server,
    url: dialect === 'vrcx' ? `${server.origin}/vrcx_search` : `${server.origin}/v2`,
    add: record => held.add(record),
    remove: id => held.remove(id),
  }
}
