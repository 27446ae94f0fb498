import type { ReportState } from '@avatary/contract/moderation'
import {
  auditAnswer,
  blockAnswer,
  type ModerationStore,
  optOutAnswer,
  reportAnswer,
} from '../slices/moderation/index.ts'

/** A list as programs read it, and as people do. */
export interface ShownList {
  told: object
  total: number
  titles: readonly string[]
  rows: readonly (readonly string[])[]
}

export async function withheldList(store: ModerationStore, limit: number): Promise<ShownList> {
  const [blocked, out] = [await store.blocks({ limit, offset: 0 }), await store.optOuts({ limit, offset: 0 })]
  const blocks = blocked.items.map(blockAnswer)
  const optOuts = out.items.map(optOutAnswer)
  return {
    told: { totals: { blocks: blocked.total, optOuts: out.total }, blocks, optOuts },
    total: blocked.total + out.total,
    titles: ['WHAT', 'ID', 'SINCE', 'NAME', 'REASON'],
    rows: [
      ...blocks.map(({ kind, id, at, name, reason }) => [`${kind} blocked`, id, at, name ?? '', reason]),
      ...optOuts.map(({ id, at, name }) => ['author opted out', id, at, name ?? '', '']),
    ],
  }
}

export async function reportList(
  store: ModerationStore,
  state: ReportState,
  limit: number,
): Promise<ShownList> {
  const { total, items } = await store.reports(state, { limit, offset: 0 })
  const reports = items.map(reportAnswer)
  return {
    told: { total, reports },
    total,
    titles: ['REPORT', 'AT', 'AVATAR', 'OPEN', 'REASON', 'STATE', 'NAME', 'TEXT'],
    rows: reports.map(({ id, at, avatarId, openReports, reason, blocked, closedAt, name, text }) => {
      const state = [blocked ? 'blocked' : [], closedAt === null ? [] : 'closed'].flat().join(', ')
      return [`${id}`, at, avatarId, `${openReports}`, reason, state, name ?? '', text]
    }),
  }
}

export async function auditList(store: ModerationStore, limit: number): Promise<ShownList> {
  const { total, items } = await store.audit({ limit, offset: 0 })
  const entries = items.map(auditAnswer)
  return {
    told: { total, entries },
    total,
    titles: ['AT', 'WHO', 'DID', 'TO', 'DETAIL'],
    rows: entries.map(({ at, actor, action, subject, detail }) => [at, actor, action, subject, detail]),
  }
}
