import { createQueryReader } from '@avatary/contract/parse'
import type { RouteContract } from '@avatary/contract/route'
import { worldRoutes } from '@avatary/contract/routes/world'
import type { CatalogView } from '../avatars/index.ts'
import type { Config } from '../config/config.ts'
import { type Answer, Prepared, type RequestContext } from '../kernel/answer.ts'
import type { Clock } from '../kernel/clock.ts'
import type { Log } from '../kernel/log.ts'
import { createAtlasPainter } from '../platform/files/atlas-painter.ts'
import { Folder } from '../platform/files/folder.ts'
import { Metrics } from '../platform/metrics.ts'
import { CatalogSearch } from '../slices/catalog/index.ts'
import { imageUrlOf, type Pictures } from '../slices/images/index.ts'
import {
  CELL_SIZE,
  COLUMNS,
  exportStatic,
  type LiveAnswer,
  type LiveAnswers,
  type PictureSource,
  ROWS,
  type StaticExportResult,
  type WorldRouteId,
} from '../slices/static-export/index.ts'
import { nowOf } from '../slices/world/index.ts'
import { composeCatalog } from './catalog.ts'
import { NOTHING_COUNTS } from './counting.ts'
import { openPictures } from './images.ts'
import { composeInsights } from './insights.ts'
import { openOutside } from './outside.ts'
import { deferClosing, type Part } from './part.ts'
import { openPromotions } from './promotions.ts'
import { composeReadModel } from './read-model.ts'
import { openRecord } from './record.ts'
import { composeRosters } from './rosters.ts'
import { composeSearches } from './searches.ts'
import { composeSubmission } from './submission.ts'
import { composeWorld } from './world.ts'

export interface StaticExportDeps {
  config: Config
  clock: Clock
  log: Log
  /** Where the files go. */
  folder: string
  /** Pages of each list but the one of all avatars. */
  mostPages: number
  /** Avatars whose pictures are drawn. */
  mostPictures: number
  signal: AbortSignal
  onProgress: (done: number, share: number) => void
}

/**
 * Exports the endpoints for worlds from the system of record, as this moment has it. A catalog of its own answers, by
 * the handlers that answer over HTTP; nothing of it counts.
 */
export async function runStaticExport(deps: StaticExportDeps): Promise<StaticExportResult> {
  const { config, log, clock, signal } = deps
  const moment = clock.now()
  const still: Clock = { now: () => moment }
  const metrics = new Metrics()
  await using db = await openRecord({ config, clock, log })
  const outside = openOutside({ config, clock, log, metrics })
  const base = { db, config, log, metrics, ...outside, clock: still }
  const submission = composeSubmission({ ...base, estimate: async () => null })
  const { queueLength } = submission
  const counting = NOTHING_COUNTS
  const readModel = composeReadModel(base)
  const { store, view } = readModel
  const { terms } = composeSearches(base)
  const search = new CatalogSearch({ view, terms, lookups: null, ...counting })
  const insights = composeInsights({ ...base, store, view, search, audience: { audienceOf: async () => [] } })
  const shown = { ...base, store, view, search, terms, counting, ...insights.rankings }
  const { stats } = composeCatalog({ ...shown, queueLength })
  const { promoted, refresh } = openPromotions({ ...base, view })
  const rosters = composeRosters({ ...base, clock })
  const worlds = composeWorld({ ...shown, stats, promoted, rosters })
  const { pictures, close } = openPictures({ ...base, clock, longestWaitMs: 600_000 })
  const parts: readonly Part[] = [
    readModel,
    submission,
    { open: insights.load },
    { open: refresh },
    rosters,
    { settle: close },
  ]
  signal.addEventListener('abort', () => void pictures.close(), { once: true })
  await using running = new AsyncDisposableStack()
  deferClosing(parts, running)
  await Promise.all(parts.map(part => part.open?.(signal)))
  await readModel.catchUp()
  await Promise.all([rosters.leaderboard?.get(), rosters.supporters?.get()])
  await using folder = await Folder.open(deps.folder)
  return await exportStatic({
    live: answersOf(worlds.handlers, signal),
    folder,
    pictures: pictureSource(view, pictures),
    painter: createAtlasPainter({ cell: CELL_SIZE, columns: COLUMNS, rows: ROWS }),
    now: nowOf(still),
    mostPages: deps.mostPages,
    mostPictures: deps.mostPictures,
    signal,
    onProgress: deps.onProgress,
  })
}

type AnyHandler = (input: {
  query: unknown
  params: unknown
  body: undefined
  context: RequestContext
}) => Answer | Promise<Answer>

/** Asks handlers as the HTTP layer would. */
function answersOf(handlers: object, signal: AbortSignal): LiveAnswers {
  const asked = { requestId: '', method: 'GET', headers: {}, address: '', network: '' }
  const context = { ...asked, rawBody: Buffer.alloc(0), signal }
  return async (id, rawQuery) => {
    const handler = (handlers as { readonly [Id in WorldRouteId]?: AnyHandler })[id]
    if (handler === undefined) return { kind: 'absent' }
    const { query: schema }: RouteContract = worldRoutes[id]
    const reading =
      schema === undefined ? { ok: true as const, value: undefined } : createQueryReader(schema)(rawQuery)
    if (!reading.ok) throw new Error(`${id} does not take ${rawQuery}`)
    const answer = await handler({
      query: reading.value,
      params: {},
      body: undefined,
      context: { ...context, rawQuery },
    })
    return bodyOf(answer)
  }
}

function bodyOf(answer: Answer): LiveAnswer {
  if (answer instanceof Prepared) return { kind: 'body', body: answer.options.body }
  if (answer.kind === 'json') return { kind: 'body', body: Buffer.from(JSON.stringify(answer.value)) }
  if (answer.kind === 'failure' && answer.code === 'upstream_not_configured') return { kind: 'absent' }
  return { kind: 'unavailable' }
}

function pictureSource(view: CatalogView, pictures: Pictures): PictureSource {
  const pictureOf = (id: string) => pictures.pictureOf(imageUrlOf(view, view.slotOf(id)), CELL_SIZE)
  return {
    popular(count) {
      const found: { id: string; picture: string }[] = []
      for (const slot of count === 0 ? [] : view.listedSlots('popular')) {
        const id = view.idOf(slot)
        const picture = pictureOf(id)
        if (picture !== null) found.push({ id, picture: picture.name })
        if (found.length >= count) break
      }
      return found
    },
    async bytes({ id, picture }) {
      const now = pictureOf(id)
      if (now === null || now.name !== picture) return null
      const answer = await pictures.get(now, null)
      return answer.kind === 'picture' ? answer.bytes : null
    },
  }
}
