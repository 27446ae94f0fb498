import type { CatalogReader, Change } from '../../avatars/index.ts'
import { chunks } from '../../kernel/chunks.ts'
import { createPace } from './pace.ts'
import type { ReadModel } from './read-model.ts'

/** Changes read at a time. */
const READ = 2000
/** Rows, and counters alone, read and applied together: about a millisecond of work. */
const ROWS = 50
const COUNTERS = 100

export type TailStep =
  /** `hasMore`: as much was read as is read at a time. */
  | { kind: 'applied'; changes: number; hasMore: boolean }
  /** The log cannot lead from what the read model has seen to what is: all must be read again. */
  | { kind: 'gap'; reason: 'pruned' | 'rewound' }

/**
 * Applies what the log holds beyond the read model, one batch; `changes: 0` when it is up to date. Rows are read
 * as they are now, so a row that changed twice is simply read at its latest, and applying a change twice is harmless.
 */
export async function tailOnce(
  store: CatalogReader,
  model: ReadModel,
  signal?: AbortSignal,
): Promise<TailStep> {
  const changes = await store.changesAfter(model.seq, READ)
  const first = changes[0]
  if (first === undefined) {
    const { lastSeq } = await store.changeBounds()
    if (lastSeq < model.seq) return { kind: 'gap', reason: 'rewound' }
    return { kind: 'applied', changes: 0, hasMore: false }
  }
  if (first.seq > model.seq + 1 && (await store.changeBounds()).firstSeq > model.seq + 1)
    return { kind: 'gap', reason: 'pruned' }
  await applyChanges(store, model, changes, signal)
  return { kind: 'applied', changes: changes.length, hasMore: changes.length === READ }
}

async function applyChanges(
  store: CatalogReader,
  model: ReadModel,
  changes: readonly Change[],
  signal?: AbortSignal,
): Promise<void> {
  const { seq } = model
  const pace = createPace(signal)
  const rows = distinctKeys(changes.filter(change => change.kind !== 'counts'))
  const counted = distinctKeys(changes.filter(change => change.kind === 'counts' && !rows.has(change.key)))
  for (const keys of chunks([...rows], ROWS)) {
    model.apply({ records: await store.byKeys(keys), counters: [], seq })
    await pace()
  }
  for (const keys of chunks([...counted], COUNTERS)) {
    model.apply({ records: [], counters: await store.countersByKeys(keys), seq })
    await pace()
  }
  model.apply({ records: [], counters: [], seq: changes.at(-1)!.seq })
}

function distinctKeys(changes: readonly Change[]): Set<number> {
  return new Set(changes.map(change => change.key))
}
