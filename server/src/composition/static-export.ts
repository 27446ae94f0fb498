import { availableParallelism } from 'node:os'
import { openCatalogParts } from '../catalog-parts.ts'
import type { Config } from '../config/config.ts'
import type { Timer } from '../kernel/clock.ts'
import type { Database } from '../kernel/database.ts'
import type { Log } from '../kernel/log.ts'
import { createAtlasPainter } from '../platform/files/atlas-painter.ts'
import { Folder } from '../platform/files/folder.ts'
import { toWebp } from '../platform/files/webp.ts'
import { Metrics } from '../platform/metrics.ts'
import { deferClosing, type Part } from '../platform/process/part.ts'
import { openImages } from '../slices/images/index.ts'
import {
  answersOf,
  CELL_SIZE,
  COLUMNS,
  createPictureSource,
  exportStatic,
  ROWS,
  type StaticExportDeps,
  type StaticExportResult,
} from '../slices/static-export/index.ts'
import { NO_COUNTING } from '../slices/tracking/index.ts'
import { nowText } from '../slices/world/index.ts'
import { openMigratedDatabase } from './database.ts'
import { createPictureCache } from './picture-cache.ts'
import { composeReadModel } from './read-model.ts'
import { openSystem } from './system.ts'

export interface StaticExportTask
  extends Pick<StaticExportDeps, 'maxPages' | 'maxPictures' | 'signal' | 'onProgress'> {
  config: Config
  clock: Timer
  log: Log
  folder: string
}

/** Maximum delay of a fetch of a picture; longer than on a server, because nobody waits for an answer. */
const MAX_PICTURE_WAIT_MS = 600_000

/**
 * Exports the endpoints for worlds from the current database. It opens a catalog of its own and calls the handlers that
 * serve HTTP; none of these calls is counted.
 */
export async function runStaticExport(task: StaticExportTask): Promise<StaticExportResult> {
  await using db = await openMigratedDatabase(task)
  const clock = stoppedClockOf(task.clock)
  const { view, parts, catchUp, rosters, world, images } = composeCatalog(db, clock, task)
  await using _ = await openParts(parts, task.signal)
  await Promise.all([catchUp(), rosters.leaderboard?.get(), rosters.supporters?.get()])
  await using folder = await Folder.open(task.folder, clock.now())
  return await exportStatic({
    ...task,
    folder,
    answers: answersOf(world.handlers, task.signal),
    pictures: createPictureSource(view, images.pictures),
    painter: createAtlasPainter({ cellSize: CELL_SIZE, columns: COLUMNS, rows: ROWS }),
    now: nowText(clock),
  })
}

function stoppedClockOf(clock: Timer): Timer {
  const nowMs = clock.now()
  return { now: () => nowMs, monotonicMs: clock.monotonicMs, sleep: clock.sleep }
}

/** @param clock stopped, so that all answers are of one moment; pauses between calls use that of the task. */
function composeCatalog(db: Database, clock: Timer, { signal, ...task }: StaticExportTask) {
  const processDeps = { ...task, db, metrics: new Metrics() }
  const systemDeps = { ...processDeps, ...openSystem(processDeps) }
  const readModel = composeReadModel({ ...systemDeps, clock })
  const base = { ...systemDeps, ...readModel }
  const catalog = openCatalogParts({ ...base, clock }, NO_COUNTING)
  const { submission, insights, promotions, rosters } = catalog
  const imagesDeps = { cache: createPictureCache(base), longestWaitMs: MAX_PICTURE_WAIT_MS }
  const images = openImages({ ...base, ...imagesDeps, toWebp, cores: availableParallelism() })
  signal.addEventListener('abort', images.interrupt, { once: true })
  const loadInsights: Part = { open: insights.load }
  const parts = Array.of<Part>(...readModel.parts, submission, promotions, rosters, loadInsights, images)
  return { ...catalog, ...readModel, images, parts }
}

async function openParts(parts: readonly Part[], signal: AbortSignal): Promise<AsyncDisposable> {
  await using stack = new AsyncDisposableStack()
  deferClosing(parts, stack)
  await Promise.all(parts.map(part => part.open?.(signal)))
  return stack.move()
}
