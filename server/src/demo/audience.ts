import { demoAudience } from '../../../sim/src/demo/demo-audience.ts'
import { chunks } from '../kernel/chunks.ts'
import { getOrInsert } from '../kernel/get-or-insert.ts'
import { fold } from '../kernel/text/fold.ts'
import {
  type Cell,
  type CellDelta,
  countryCell,
  namedCell,
  numberedCell,
  TERM_CELL,
  type TrackingStore,
} from '../slices/tracking/index.ts'

export interface DemoWeek {
  avatarKey: number
  /** The avatar's index, from 0, which determines its audience. */
  index: number
  name: string
  /** First day of the week. The whole week is counted on it, so that no window has more groups than visits. */
  day: number
  views: number
  outbound: number
}

/** One in this many visitors searched for the first word of the name. */
const VISITORS_PER_SEARCH = 6
const CELLS_PER_SAVE = 5000
/** Number of different audiences of an avatar; `demoAudience` allows up to 1023. */
const DRAWS = 500

/** Writes audiences, in the buckets that tracking counts. */
export async function saveDemoAudiences(
  store: Pick<TrackingStore, 'openWriter' | 'save'>,
  weeks: readonly DemoWeek[],
  nowMs: number,
): Promise<void> {
  const writer = await store.openWriter(nowMs)
  let number = 0
  for (const cells of chunks(weeks.flatMap(cellsOf), CELLS_PER_SAVE))
    await store.save({ writer, number: ++number, counters: [], cells }, nowMs)
}

function cellsOf({ avatarKey: key, index, name, day, views, outbound }: DemoWeek): CellDelta[] {
  const cells = new Map<Cell, { views: number; outbound: number }>()
  const add = (visits: number, event: 'views' | 'outbound') => {
    for (const { dimension, name, count } of demoAudience(index, visits, day % DRAWS))
      getOrInsert(cells, cellOf(dimension, name), () => ({ views: 0, outbound: 0 }))[event] = count
  }
  add(views, 'views')
  add(outbound, 'outbound')
  const bucketDeltas = Array.from(cells, ([cell, counts]) => ({ day, key, cell, term: '', ...counts }))
  const term = fold(name)
    .split(/[^\p{L}\p{N}]+/u)
    .find(word => word !== '')
  const termCounts = {
    views: Math.floor(views / VISITORS_PER_SEARCH),
    outbound: Math.floor(outbound / VISITORS_PER_SEARCH),
  }
  if (term === undefined || termCounts.views === 0) return bucketDeltas
  return [...bucketDeltas, { day, key, cell: TERM_CELL, term, ...termCounts }]
}

function cellOf(dimension: ReturnType<typeof demoAudience>[number]['dimension'], name: string): Cell {
  if (dimension === 'countries') return countryCell(name)
  return dimension === 'hours' ? numberedCell('hours', Number(name)) : namedCell(dimension, name)
}
