import type { CatalogReader, Change } from '../../avatars/index.ts'
import { chunks } from '../../kernel/chunks.ts'
import { changesFault, isPositionOf, positionAt } from './change-position.ts'
import type { ReadModel } from './read-model.ts'
import { createTurnYielder } from './turn-yielder.ts'

/** Rows of the change log, or of all counters, read at a time. */
const CHANGES_PER_READ = 1000
/** Records, or counters, of changed avatars read at a time: about a millisecond of work. */
const RECORDS_PER_READ = 50
const COUNTERS_PER_READ = 100
/** Records applied together; analysing and indexing one takes a tenth of a millisecond. */
export const RECORDS_PER_BATCH = 10
/** Records, or counters, per piece of work: it takes about half a millisecond, by which it delays requests. */
const RECORDS_PER_PIECE = 3
const COUNTERS_PER_PIECE = 10
/**
 * Up to this number of changes, each piece gets a turn of its own: such batches come several times a second but are
 * small.
 */
const MANY_CHANGES = 200

export type TailStep =
  /** `hasMore`: the batch was full, so the log may contain more changes. */
  | { kind: 'applied'; changes: number; hasMore: boolean }
  /** All rows must be read: the log lacks needed changes (`deleted`), or is that of a restored backup (`rewound`). */
  | { kind: 'gap'; reason: 'deleted' | 'rewound' }

/**
 * Applies one batch of later changes in the log; `changes: 0` when there are none. Rows are read in their present
 * state, so applying a change twice is harmless.
 */
export async function tailOnce(
  store: CatalogReader,
  model: ReadModel,
  signal?: AbortSignal,
): Promise<TailStep> {
  const loggedChanges = await store.changes.after(model.seq - 1, CHANGES_PER_READ + 1)
  if (!isPositionOf(model.position, loggedChanges[0])) {
    const fault = await changesFault(model.position, store)
    if (fault !== null) return { kind: 'gap', reason: fault === 'behind-log' ? 'deleted' : 'rewound' }
  }
  const changes = loggedChanges.filter(({ seq }) => seq > model.seq).slice(0, CHANGES_PER_READ)
  const lastChange = changes.at(-1)
  if (lastChange === undefined) return { kind: 'applied', changes: 0, hasMore: false }
  const hasHole = lastChange.seq - model.seq > changes.length
  const countsDeletedTo = hasHole ? await store.changes.countsDeletedTo() : 0
  if (countsDeletedTo > model.seq) return await applyUpTo(countsDeletedTo, store, model, signal)
  const yieldTurn = createTurnYielder(signal, changes.length > MANY_CHANGES ? undefined : 0)
  await yieldTurn()
  await applyChanges(store, model, changes, yieldTurn)
  return { kind: 'applied', changes: changes.length, hasMore: changes.length === CHANGES_PER_READ }
}

/**
 * Applies a part of the log whose changes of counters were deleted. Reads all counters first, and only then raises
 * `seq`: if this is interrupted, it starts again from there.
 */
async function applyUpTo(
  seq: number,
  store: CatalogReader,
  model: ReadModel,
  signal?: AbortSignal,
): Promise<TailStep> {
  const yieldTurn = createTurnYielder(signal)
  for await (const batch of store.readCounters(CHANGES_PER_READ))
    for (const counters of chunks(batch, COUNTERS_PER_READ)) {
      model.apply({ records: [], counters })
      await yieldTurn()
    }
  let appliedCount = 0
  while (model.seq < seq) {
    const changes = await store.changes.after(model.seq, CHANGES_PER_READ)
    if (changes.length === 0) break
    await applyChanges(store, model, changes, yieldTurn)
    appliedCount += changes.length
  }
  return { kind: 'applied', changes: appliedCount, hasMore: true }
}

async function applyChanges(
  store: CatalogReader,
  model: ReadModel,
  changes: readonly Change[],
  yieldTurn: () => Promise<void>,
): Promise<void> {
  const changedKeys = distinctKeys(changes.filter(change => change.kind !== 'counts'))
  const countedKeys = distinctKeys(
    changes.filter(change => change.kind === 'counts' && !changedKeys.has(change.key)),
  )
  for (const keys of chunks([...changedKeys], RECORDS_PER_READ)) {
    const changedRecords = await store.byKeys(keys)
    for (const records of chunks(changedRecords, RECORDS_PER_PIECE)) {
      await yieldTurn()
      model.apply({ records, counters: [] })
    }
  }
  for (const keys of chunks([...countedKeys], COUNTERS_PER_READ)) {
    await yieldTurn()
    const changedCounters = await store.countersByKeys(keys)
    for (const counters of chunks(changedCounters, COUNTERS_PER_PIECE)) {
      await yieldTurn()
      model.apply({ records: [], counters })
    }
  }
  model.apply({ records: [], counters: [], position: positionAt(changes.at(-1)!) })
}

function distinctKeys(changes: readonly Change[]): Set<number> {
  return new Set(changes.map(change => change.key))
}
