import type { Clock } from '../../kernel/clock.ts'
import { prepareOnce } from '../../kernel/prepare-once.ts'
import { type BulkDeps, type SearchForm, warningsOf } from '../catalog/index.ts'
import { type ListPage, writeAvatarList, writeClientAnswer } from './envelope.ts'
import { currentSecondMs, nowText } from './now.ts'
import type { WorldSources } from './ports.ts'

/**
 * The list envelope of an endpoint.
 * @param name name of the endpoint, because the same query string may mean something else at another.
 */
export function envelopeForm(name: string, clock: Clock): SearchForm {
  return {
    name: `world ${name} `,
    version: () => currentSecondMs(clock),
    write: (view, { total, slots }, query, out) => {
      const page = pageOf(total, slots.length, query)
      return prepareOnce(writeAvatarList(out, view, nowText(clock), page, slots, warningsOf(query)), slots)
    },
  }
}

export function clientForm(deps: { clock: Clock } & Pick<WorldSources, 'supporters' | 'stats'>): SearchForm {
  const { clock, supporters, stats } = deps
  return {
    name: 'world client ',
    version: () => currentSecondMs(clock),
    write: (view, { total, slots }, query, out) => {
      const extraFields = {
        supporters: supporters?.latestRows?.rows ?? [],
        stats: stats(),
        ...warningsOf(query),
      }
      const page = pageOf(total, slots.length, query)
      return prepareOnce(writeClientAnswer(out, view, nowText(clock), page, slots, extraFields), slots)
    },
  }
}

/** Returns the writer of pages of `/world/all`; their `now` is when they were made. */
export function bulkPageWriter(clock: Clock): NonNullable<BulkDeps['write']> {
  return (view, { slots, ...page }, out) => writeAvatarList(out, view, nowText(clock), page, slots).toBuffer()
}

function pageOf(total: number, count: number, query: { limit: number; offset: number }): ListPage {
  const { limit, offset } = query
  const end = offset + count
  return { total, limit, offset, nextOffset: count > 0 && end < total ? end : null }
}
