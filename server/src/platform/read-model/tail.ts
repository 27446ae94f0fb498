import { setImmediate as nextTurn } from 'node:timers/promises'
import type { CatalogReader, Change } from '../../slices/catalog/store.ts'
import type { ReadModel } from './read-model.ts'

/** Changes read at a time. */
const READ = 2000
/** Records applied in one turn of the event loop: about 5 ms of work. */
const APPLY = 100

export type TailStep =
  | { kind: 'applied'; changes: number }
  /** The log was pruned beyond what the read model has seen: it must be rebuilt. */
  | { kind: 'gap' }

/**
 * Applies what the log holds beyond the read model, one batch; `changes: 0` when it is up to date. Rows are read
 * as they are now, so a row that changed twice is simply read at its latest, and applying a change twice is harmless.
 */
export async function tailOnce(store: CatalogReader, model: ReadModel): Promise<TailStep> {
  const changes = await store.changesAfter(model.seq, READ)
  const first = changes[0]
  if (first === undefined) return { kind: 'applied', changes: 0 }
  if (first.seq > model.seq + 1 && (await store.changeBounds()).firstSeq > model.seq + 1)
    return { kind: 'gap' }
  await applyChanges(store, model, changes)
  return { kind: 'applied', changes: changes.length }
}

async function applyChanges(
  store: CatalogReader,
  model: ReadModel,
  changes: readonly Change[],
): Promise<void> {
  const seen = model.seq
  const rows = distinctKeys(changes.filter(change => change.kind !== 'counts'))
  const counted = distinctKeys(changes.filter(change => change.kind === 'counts' && !rows.has(change.key)))
  for (const keys of slices([...rows], APPLY)) {
    model.apply({ records: await store.byKeys(keys), counters: [], seq: seen })
    await nextTurn()
  }
  for (const keys of slices([...counted], APPLY * 10)) {
    model.apply({ records: [], counters: await store.countersByKeys(keys), seq: seen })
    await nextTurn()
  }
  model.apply({ records: [], counters: [], seq: changes.at(-1)!.seq })
}

function distinctKeys(changes: readonly Change[]): Set<number> {
  return new Set(changes.map(change => change.key))
}

function* slices<T>(items: readonly T[], size: number): Generator<T[]> {
  for (let start = 0; start < items.length; start += size) yield items.slice(start, start + size)
}
