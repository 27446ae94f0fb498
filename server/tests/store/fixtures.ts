import type { TestContext } from 'node:test'
import type { SourceValues } from '../../src/avatars/fields.ts'
import type { CatalogRecord } from '../../src/avatars/record.ts'
import { CatalogStore } from '../../src/avatars/store.sql.ts'
import type { AvatarPatch, Change } from '../../src/avatars/store.ts'
import type { Database } from '../../src/kernel/database.ts'
import { DAY_MS } from '../../src/kernel/days.ts'
import type { TestEngine } from '../support/engines.ts'

/** The time at which tests save, unless they say otherwise. */
export const NOW = Date.UTC(2026, 10, 21, 12)
export const TODAY = NOW / DAY_MS - 0.5

/** `avtr_` and a UUID that ends in the number. */
export function idOf(number: number): string {
  return `avtr_00000000-0000-4000-8000-${String(number).padStart(12, '0')}`
}

/** Everything that a source may say about an avatar. */
export function fullPatch(number: number, traits: Partial<AvatarPatch> = {}): AvatarPatch {
  const values: SourceValues = {
    name: `Name ${number}`,
    description: `Description ${number}`,
    authorId: 'usr_00000000-0000-4000-8000-0000000000aa',
    authorName: 'Author',
    imageUrl: 'https://api.vrchat.cloud/api/1/image/file_0/1/256',
    tags: ['author_tag_fox', 'content_sex'],
    platforms: ['pc', 'quest'],
    performance: { pc: 'Good', quest: 'Very Poor' },
    createdAtMs: NOW - 20 * DAY_MS,
    updatedAtMs: NOW - 10 * DAY_MS,
  }
  return { id: idOf(number), ...values, ...traits }
}

/** A catalog over a database. It derives one tag, which is the first word of the name in capitals. */
export function catalogOver(db: Database, aiTagsVersion = 1): CatalogStore {
  const deriveAiTags = (name: string) => (name === '' ? [] : [name.split(' ')[0]!.toUpperCase()])
  return new CatalogStore({ db, deriveAiTags, aiTagsVersion })
}

/** A catalog in a database of its own. */
export async function newCatalog(engine: TestEngine, t: TestContext): Promise<CatalogStore> {
  return catalogOver(await engine.open(t))
}

export async function recordOf(store: CatalogStore, id: string): Promise<CatalogRecord> {
  const [record] = await store.byIds([id])
  if (record === undefined) throw new Error(`${id} is not held`)
  return record
}

export async function allChanges(store: CatalogStore): Promise<Change[]> {
  return await store.changes.after(0, 1_000_000)
}

/** Kinds of the changes after a seq, in order. */
export async function kindsAfter(store: CatalogStore, seq: number): Promise<string[]> {
  return (await store.changes.after(seq, 1000)).map(({ kind }) => kind)
}

export async function lastSeq(store: CatalogStore): Promise<number> {
  return (await store.changes.bounds()).lastSeq
}

/** Everything that `readAll` or `readByKey` yields, and the size of each batch. */
export async function readWhole(
  store: CatalogStore,
  batchSize = 1000,
  read: 'readAll' | 'readByKey' = 'readAll',
) {
  const all: CatalogRecord[] = []
  const sizes: number[] = []
  for await (const batch of store[read](batchSize)) {
    all.push(...batch)
    sizes.push(batch.length)
  }
  return { all, sizes }
}

/** Counters by key, for avatars that have any. */
export async function countersOf(store: CatalogStore, ...keys: number[]) {
  const counters = (await store.countersByKeys(keys)).map(({ key, views, likes }) => ({ key, views, likes }))
  return counters.sort((a, b) => a.key - b.key)
}
