import type { ReportState } from '@avatary/contract/moderation'
import {
  auditAnswer,
  blockAnswer,
  type ModerationStore,
  optOutAnswer,
  type ReportStore,
  reportAnswer,
} from '../slices/moderation/index.ts'
import type { Result } from './context.ts'
import { type ListOptions, listResult } from './list.ts'

export async function listBlocksAndOptOuts(store: ModerationStore, options: ListOptions): Promise<Result> {
  const range = { limit: options.limit, offset: 0 }
  const [blockPage, optOutPage] = [await store.blocks(range), await store.optOuts(range)]
  const blocks = blockPage.items.map(blockAnswer)
  const optOuts = optOutPage.items.map(optOutAnswer)
  const json = { totals: { blocks: blockPage.total, optOuts: optOutPage.total }, blocks, optOuts }
  const titles = ['WHAT', 'ID', 'SINCE', 'NAME', 'REASON']
  const blockRows = blocks.map(({ kind, id, at, name, reason }) => [
    `${kind} blocked`,
    id,
    at,
    name ?? '',
    reason,
  ])
  const optOutRows = optOuts.map(({ id, at, name }) => ['author opted out', id, at, name ?? '', ''])
  return listResult(
    json,
    blockPage.total + optOutPage.total,
    { titles, rows: blockRows.concat(optOutRows) },
    options,
  )
}

export async function listReports(
  reports: ReportStore,
  options: ListOptions & { state: ReportState },
): Promise<Result> {
  const { total, items } = await reports.list(options.state, { limit: options.limit, offset: 0 })
  const answers = items.map(reportAnswer)
  const titles = ['REPORT', 'AT', 'AVATAR', 'OPEN', 'REASON', 'STATE', 'NAME', 'TEXT']
  const rows = answers.map(({ id, at, avatarId, openReports, reason, blocked, closedAt, name, text }) => {
    const state = [blocked ? 'blocked' : [], closedAt === null ? [] : 'closed'].flat().join(', ')
    return [`${id}`, at, avatarId, `${openReports}`, reason, state, name ?? '', text]
  })
  return listResult({ total, reports: answers }, total, { titles, rows }, options)
}

export async function listAudit(store: ModerationStore, options: ListOptions): Promise<Result> {
  const { total, items } = await store.audit({ limit: options.limit, offset: 0 })
  const entries = items.map(auditAnswer)
  const titles = ['AT', 'WHO', 'DID', 'TO', 'DETAIL']
  const rows = entries.map(({ at, actor, action, subject, detail }) => [at, actor, action, subject, detail])
  return listResult({ total, entries }, total, { titles, rows }, options)
}
