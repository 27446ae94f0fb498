import { openCatalogParts } from '../catalog-parts.ts'
import type { Config } from '../config/config.ts'
import type { Clock, Timer } from '../kernel/clock.ts'
import type { Log } from '../kernel/log.ts'
import { createAtlasPainter } from '../platform/files/atlas-painter.ts'
import { Folder } from '../platform/files/folder.ts'
import { Metrics } from '../platform/metrics.ts'
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
import { nowOf } from '../slices/world/index.ts'
import { openOutside } from './outside.ts'
import { deferClosing, type Part } from './part.ts'
import { createPictureCache } from './picture-cache.ts'
import { composeReadModel } from './read-model.ts'
import { openRecord } from './record.ts'

export interface StaticExportTask
  extends Pick<StaticExportDeps, 'mostPages' | 'mostPictures' | 'signal' | 'onProgress'> {
  config: Config
  clock: Timer
  log: Log
  /** Where the files go. */
  folder: string
}

/** Pictures are waited for: nobody looks at a page meanwhile. */
const LONGEST_WAIT_MS = 600_000

/**
 * Exports the endpoints for worlds from the system of record, as this moment has it. A catalog of its own answers, by
 * the handlers that answer over HTTP; nothing of it counts.
 */
export async function runStaticExport({
  folder: path,
  ...task
}: StaticExportTask): Promise<StaticExportResult> {
  const { config, log, clock, signal } = task
  const moment = clock.now()
  const still: Clock = { now: () => moment }
  await using db = await openRecord({ config, clock, log })
  const given = { db, config, clock, log, metrics: new Metrics() }
  const outside = { ...given, ...openOutside(given) }
  const readModel = composeReadModel({ ...outside, clock: still })
  const { store, view, catchUp } = readModel
  const base = { ...outside, store, view, catchUp }
  const { submission, insights, promotions, rosters, world } = openCatalogParts(
    { ...base, clock: still },
    NO_COUNTING,
  )
  const images = openImages({ ...base, cache: createPictureCache(base), longestWaitMs: LONGEST_WAIT_MS })
  signal.addEventListener('abort', images.interrupt, { once: true })
  const loaded: Part = { open: insights.load }
  await using _ = await openParts([readModel, submission, promotions, rosters, loaded, images], signal)
  await readModel.catchUp()
  await Promise.all([rosters.leaderboard?.get(), rosters.supporters?.get()])
  await using folder = await Folder.open(path)
  return await exportStatic({
    ...task,
    folder,
    live: answersOf(world.handlers, signal),
    pictures: createPictureSource(view, images.pictures),
    painter: createAtlasPainter({ cell: CELL_SIZE, columns: COLUMNS, rows: ROWS }),
    now: nowOf(still),
  })
}

async function openParts(parts: readonly Part[], signal: AbortSignal): Promise<AsyncDisposable> {
  await using stack = new AsyncDisposableStack()
  deferClosing(parts, stack)
  await Promise.all(parts.map(part => part.open?.(signal)))
  return stack.move()
}
