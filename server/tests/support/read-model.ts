import { join } from 'node:path'
import type { TestContext } from 'node:test'
import type { Avatar } from '@avatary/contract/avatar'
import { analyse } from '../../src/avatars/analyse.ts'
import { WIRE_FIELDS } from '../../src/avatars/fields.ts'
import { analyser } from '../../src/avatars/row-analyser.ts'
import type { CatalogSort } from '../../src/avatars/search-port.ts'
import { AVATAR_SHAPE } from '../../src/avatars/shape.ts'
import type { CatalogStore } from '../../src/avatars/store.sql.ts'
import type { AvatarPatch } from '../../src/avatars/store.ts'
import type { CatalogView } from '../../src/avatars/view.ts'
import { JsonWriter } from '../../src/kernel/json-writer.ts'
import type { IndexBuild, ReceiveRecords } from '../../src/platform/read-model/build.ts'
import { LOG_START } from '../../src/platform/read-model/change-position.ts'
import { ReadModelFollower } from '../../src/platform/read-model/follow.ts'
import { openReadModel, type ReadModelDeps } from '../../src/platform/read-model/open-read-model.ts'
import { ReadModel } from '../../src/platform/read-model/read-model.ts'
import { recordCollection } from '../../src/platform/read-model/record-collection.ts'
import { RecordStore } from '../../src/platform/read-model/record-store.ts'
import { ManualClock } from './manual-clock.ts'
import { createSnapshotIndex, loadSnapshotIndex } from './snapshot-index.ts'
import { sqliteCatalog } from './sqlite-catalog.ts'
import { testFolder } from './temp-folder.ts'

/** Logged messages by level. */
class RecordingLog {
  readonly errors: string[] = []
  readonly warnings: string[] = []
  readonly infos: string[] = []
  error = (_: unknown, message?: string): void => void this.errors.push(message ?? '')
  warn = (_: unknown, message?: string): void => void this.warnings.push(message ?? '')
  info = (_: unknown, message?: string): void => void this.infos.push(message ?? '')
  debug = (): void => {}
}

export function emptyModel(): ReadModel {
  return new ReadModel({
    index: createSnapshotIndex(),
    records: RecordStore.create(WIRE_FIELDS),
    analyse,
    position: LOG_START,
  })
}

export type TestDeps = Omit<ReadModelDeps, 'log' | 'clock' | 'store'> & {
  log: RecordingLog
  clock: ManualClock
  store: CatalogStore
}

/** Saves the avatars numbered `from` to `to - 1`. */
export async function saveAvatars(deps: TestDeps, from: number, to: number, fields = {}): Promise<void> {
  const patches = Array.from({ length: to - from }, (_, i) => avatarPatch(from + i, fields))
  await deps.store.saveMany(patches, deps.clock.now())
}

/** A read model that follows a catalog with this many avatars. */
export async function followedModel(
  t: TestContext,
  avatars: number,
): Promise<TestDeps & { follower: ReadModelFollower }> {
  const deps = await readModelDeps(t)
  await saveAvatars(deps, 0, avatars)
  await openReadModel(deps)
  return { ...deps, follower: new ReadModelFollower(deps) }
}

/** Everything that a read model needs: an empty catalog in SQLite, and a folder for its snapshot. */
export async function readModelDeps(t: TestContext): Promise<TestDeps> {
  const { store } = await sqliteCatalog(t)
  const folder = testFolder(t, 'read-model')
  return {
    model: emptyModel(),
    store,
    snapshot: { path: join(folder, 'catalog.snapshot'), analysisVersion: '1' },
    fields: WIRE_FIELDS,
    loadIndex: async sections => loadSnapshotIndex(sections),
    buildIndex,
    clock: new ManualClock(),
    log: new RecordingLog(),
  }
}

function buildIndex(receive: ReceiveRecords): IndexBuild {
  const index = createSnapshotIndex()
  return {
    add: async rows => {
      const records = [...analyser.read(rows)]
      const collector = recordCollection.createCollector(analyser)
      for (const record of records) collector.add(record)
      await receive(
        Uint32Array.from(records, (_, i) => index.size + i),
        collector.take(),
      )
      for (const record of records) index.put(index.size, analyse(record))
    },
    finish: async () => index,
    [Symbol.asyncDispose]: async () => {},
  }
}

/** Opens a second model, like a restart. */
export async function reopened(deps: TestDeps, other: Partial<TestDeps> = {}) {
  const restarted = { ...deps, model: emptyModel(), ...other }
  return { deps: restarted, model: restarted.model, opening: await openReadModel(restarted) }
}

export function avatarPatch(n: number, fields: Partial<AvatarPatch> = {}): AvatarPatch {
  const id = `avtr_${n.toString(16).padStart(8, '0')}-0c30-4a09-86e1-bc928c07309e`
  return { id, name: `Avatar ${n}`, authorId: `usr_${n % 5}`, authorName: `Author ${n % 5}`, ...fields }
}

const SORTS: readonly CatalogSort[] = ['recent', 'oldest', 'name', 'popular', 'updated', 'relevance']

/** All answers of a view that are the same in every process. No order depends on slots, which differ. */
export function answersOf(view: CatalogView): object {
  const avatar = (slot: number): Avatar => {
    const out = new JsonWriter(1000)
    view.write(AVATAR_SHAPE, slot, out)
    return JSON.parse(out.toBuffer().toString())
  }
  const lists = SORTS.map(sort => [sort, Array.from(view.listedSlots(sort), slot => view.idOf(slot))])
  return {
    seq: view.seq,
    counts: view.counts(),
    avatars: Array.from(view.listedSlots('recent'), avatar).sort((a, b) => (a.id < b.id ? -1 : 1)),
    lists: Object.fromEntries(lists),
    tags: view.topTags(1000),
  }
}
