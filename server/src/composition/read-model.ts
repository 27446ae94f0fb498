import { join } from 'node:path'
import { analyser, analysisVersionOf, catalogJobs, WIRE_FIELDS } from '../avatars/index.ts'
import type { Config } from '../config/config.ts'
import type { Timer } from '../kernel/clock.ts'
import type { Database } from '../kernel/database.ts'
import type { SystemDeps } from '../kernel/system-deps.ts'
import { locationDigest } from '../platform/db/location-digest.ts'
import type { Metrics } from '../platform/metrics.ts'
import { ReadModelPart } from '../platform/read-model/read-model-part.ts'
import { createSnapshotMetrics, SNAPSHOT_FILES } from '../platform/read-model/snapshot-metrics.ts'
import { catalogStore, databaseJobs } from './database.ts'

export interface ReadModelDeps extends Pick<SystemDeps, 'log'> {
  clock: Timer
  db: Database
  config: Pick<Config, 'data' | 'retention'>
  metrics: Metrics
}

export function composeReadModel(deps: ReadModelDeps) {
  const { dir, databaseUrl } = deps.config.data
  const store = catalogStore(deps.db)
  const measureWritesOf = createSnapshotMetrics({ ...deps, dir })
  const snapshot = {
    path: join(dir, SNAPSHOT_FILES.catalog),
    measureWrite: measureWritesOf('catalog'),
    // Other fields, or another version of Unicode, would make another read model from the same records.
    analysisVersion: analysisVersionOf(WIRE_FIELDS, process.versions.unicode ?? ''),
    locationDigest: locationDigest(databaseUrl),
  }
  const { onChanges, readDataVersion } = deps.db
  const model = new ReadModelPart({ ...deps, store, snapshot, analyser, onChanges, readDataVersion })
  const databasePart = { jobs: [...catalogJobs({ ...deps, store }), ...databaseJobs(deps.db)] }
  const catchUp = () => model.catchUp()
  return { store, view: model.view, catchUp, measureWritesOf, parts: [model, databasePart] }
}
