import type { AvatarPatch, CatalogStore } from '../../avatars/index.ts'
import type { Clock } from '../../kernel/clock.ts'
import { isObject } from '../../kernel/json-object.ts'
import { unlessAborted } from '../../kernel/unless-aborted.ts'
import type { Position } from './raw-record.ts'
import { readRecord } from './read-record.ts'
import type { Reading, ReadingOptions, SkipReason } from './reading.ts'
import { FILE_START, splitRecords } from './split-records.ts'

export interface ImportCounts {
  added: number
  updated: number
  unchanged: number
  skipped: number
  /** Skipped records by reason; reasons that did not occur are missing. */
  skippedBy: Partial<Record<SkipReason, number>>
}

export interface Skip {
  line: number
  reason: SkipReason
  /** The avatar's id, if it is valid. */
  id?: string
}

export interface ImportProgress {
  counts: ImportCounts
  skips: readonly Skip[]
  /** The position at which to resume an interrupted import. */
  position: Position
}

export interface ImportOptions extends Pick<ReadingOptions, 'addedAt'> {
  /** Records saved in one transaction; defaults to `IMPORT_BATCH`. */
  batchSize?: number
  /** The position at which an earlier import stopped, and its counts; the input starts there. */
  from?: { position: Position; counts: ImportCounts }
  /** Called after each commit; the next batch is committed once it resolves. */
  onSaved?: (progress: ImportProgress) => void | Promise<void>
  /** Stops after the batch that is being saved; the rest of the input may be left unread. */
  signal?: AbortSignal
}

export interface ImportResult {
  /** False when it was stopped early. */
  isComplete: boolean
  counts: ImportCounts
}

export const NO_COUNTS: ImportCounts = { added: 0, updated: 0, unchanged: 0, skipped: 0, skippedBy: {} }

/** Large, so that pages of the id index are rewritten rarely; other writers wait some three seconds at most. */
export const IMPORT_BATCH = 60_000

interface Entry {
  line: number
  reading: Reading
}

/**
 * Saves a file of avatars in any shape and layout that `readRecord` and `splitRecords` know, in batches; the next batch
 * is read while one is saved. Counted records are committed, and repeating an import changes nothing.
 *
 * @param input the file's bytes, starting at `from.position`.
 * @throws UnreadableFileError when the file is not UTF-8 text; and any error of the input or the store.
 */
export async function importStream(
  input: AsyncIterable<Uint8Array>,
  { store, clock }: { store: Pick<CatalogStore, 'saveMany' | 'byIds'>; clock: Clock },
  options: ImportOptions,
): Promise<ImportResult> {
  const {
    from = { position: FILE_START, counts: NO_COUNTS },
    batchSize = IMPORT_BATCH,
    onSaved,
    signal,
  } = options
  const counts: ImportCounts = { ...from.counts, skippedBy: { ...from.counts.skippedBy } }
  const readingOptions: ReadingOptions = { nowMs: clock.now(), addedAt: options.addedAt }
  const batches = readBatches(input, from.position, batchSize, readingOptions)
  for await (const { entries, nextPosition } of readAhead(batches, signal)) {
    const { outcomes, skips } = await saveBatch(entries, store, clock.now())
    for (const outcome of outcomes) counts[outcome]++
    counts.skipped += skips.length
    for (const { reason } of skips) counts.skippedBy[reason] = (counts.skippedBy[reason] ?? 0) + 1
    await onSaved?.({ counts, skips, position: nextPosition })
  }
  return { isComplete: !signal?.aborted, counts }
}

async function* readBatches(
  input: AsyncIterable<Uint8Array>,
  from: Position,
  size: number,
  options: ReadingOptions,
): AsyncGenerator<{ entries: Entry[]; nextPosition: Position }> {
  let entries: Entry[] = []
  let nextPosition = from
  for await (const batch of splitRecords(input, from)) {
    for (const item of batch.records) {
      const { line } = item
      if ('problem' in item) entries.push({ line, reading: { kind: 'skip', reason: item.problem } })
      else
        for (const value of recordsIn(item.value)) entries.push({ line, reading: readRecord(value, options) })
    }
    nextPosition = batch.nextPosition
    if (entries.length < size) continue
    yield { entries, nextPosition }
    entries = []
  }
  if (entries.length > 0) yield { entries, nextPosition }
}

/** Unpacks a line that holds a whole page of avatars, as `/avatars/all` and other indexes answer it. */
function recordsIn(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value
  return isObject(value) && Array.isArray(value.avatars) && value.id === undefined ? value.avatars : [value]
}

/** Reads the next item while the caller uses one. When stopped it ends early, even while it waits for an item. */
async function* readAhead<T>(items: AsyncGenerator<T>, signal?: AbortSignal): AsyncGenerator<T> {
  let nextItem = items.next()
  try {
    for (;;) {
      const result = await unlessAborted(nextItem, signal)
      if (result === null || result.done) return
      nextItem = items.next()
      nextItem.catch(() => {})
      yield result.value
    }
  } finally {
    nextItem.catch(() => {}).then(() => items.return(undefined))
  }
}

async function saveBatch(
  entries: readonly Entry[],
  store: Pick<CatalogStore, 'saveMany' | 'byIds'>,
  nowMs: number,
) {
  const storedIds = await knownIds(entries, store)
  const patches: AvatarPatch[] = []
  const skips: Skip[] = []
  for (const { line, reading } of entries) {
    if (reading.kind === 'header') continue
    if (reading.kind === 'skip') {
      skips.push({ line, reason: reading.reason })
      continue
    }
    const { patch, ifUnknown } = reading
    const isKnown = ifUnknown === 'add' || storedIds.has(patch.id)
    if (isKnown) patches.push(patch)
    else if (ifUnknown === 'add_hidden') patches.push({ ...patch, isActive: false })
    else skips.push({ line, reason: ifUnknown, id: patch.id })
    if (isKnown || ifUnknown === 'add_hidden') storedIds.add(patch.id)
  }
  return { outcomes: await store.saveMany(patches, nowMs), skips }
}

/** Returns the known ids among records that may only change known avatars. */
async function knownIds(entries: readonly Entry[], store: Pick<CatalogStore, 'byIds'>): Promise<Set<string>> {
  const ids = entries.flatMap(({ reading }) =>
    reading.kind === 'patch' && reading.ifUnknown !== 'add' ? [reading.patch.id] : [],
  )
  if (ids.length === 0) return new Set()
  const records = await store.byIds([...new Set(ids)])
  return new Set(records.map(({ id }) => id))
}
