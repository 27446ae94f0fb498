import type { DatasetRecord } from '../dataset/record.ts'
import { type SimOptions, type SimServer, startSimServer } from '../server/sim-server.ts'
import { avtrdbAnswer } from './avtrdb-answers.ts'
import { IndexedAvatars } from './indexed-avatars.ts'
import { vrcxAnswer } from './vrcx-answers.ts'

type ExternalIndexKind = 'vrcx' | 'avtrdb'

export interface ExternalIndexSim extends SimServer {
  /** URL for the client's configuration. */
  readonly url: string
  add(record: DatasetRecord): void
  remove(id: string): void
}

export interface ExternalIndexSimOptions extends SimOptions {
  kind: ExternalIndexKind
  avatars?: Iterable<DatasetRecord>
}

/** Simulates another index of avatars, with the interface of a VRCX provider or of avtrDB. */
export async function startExternalIndexSim(options: ExternalIndexSimOptions): Promise<ExternalIndexSim> {
  const { kind, now, avatars = [], port } = options
  const index = new IndexedAvatars(avatars)
  const answer = kind === 'vrcx' ? vrcxAnswer : avtrdbAnswer
  const server = await startSimServer({ service: request => answer(request, index), now, port })
  return {
    ...server,
    url: kind === 'vrcx' ? `${server.origin}/vrcx_search` : `${server.origin}/v2`,
    add: record => index.add(record),
    remove: id => index.remove(id),
  }
}
