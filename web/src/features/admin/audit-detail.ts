import type { AuditAction } from '@avatary/contract/moderation'
import type { ReportReason } from '@avatary/contract/report'

interface Words {
  readonly reported: string
  readonly reasons: Readonly<Record<ReportReason, string>>
  readonly auditReports: (count: string, n: number) => string
  readonly auditReport: (number: string, reason: string) => string
  readonly auditPlacement: (number: string) => string
  readonly weightOf: (weight: string) => string
  readonly span: (from: string, until: string) => string
  readonly openEnd: (from: string) => string
}

interface Formats {
  readonly count: (count: number) => string
  readonly moment: (time: string) => string
}

/** The details that the server writes itself, by the acts that have them; any other is an operator's own words. */
const FORMS = {
  reports: /^(\d+) reports?$/,
  report: /^report (\d+), (\w+)$/,
  reported: /^reported: (\w+)$/,
  placement: /^placement (\d+), weight (\d+), from (\S+Z)(?: until (\S+Z))?$/,
}

/** Tells the detail of an act in the visitor's language, where the server wrote it. */
export function auditDetail(
  { action, detail }: { readonly action: AuditAction; readonly detail: string },
  words: Words,
  { count, moment }: Formats,
): string {
  const reasonOf = (code: string) => words.reasons[code as ReportReason] ?? code
  const read = (form: keyof typeof FORMS) => FORMS[form].exec(detail)?.slice(1)
  if (action === 'close-report' || action === 'reopen-report') {
    const [counted] = read('reports') ?? []
    if (counted !== undefined) return words.auditReports(count(Number(counted)), Number(counted))
    const [number, reason] = read('report') ?? []
    return number === undefined ? detail : words.auditReport(number, reasonOf(reason!))
  }
  if (action === 'block') {
    const [reason] = read('reported') ?? []
    return reason === undefined ? detail : `${words.reported}: ${reasonOf(reason)}`
  }
  const [number, weight, from, until] = read('placement') ?? []
  if (!action.endsWith('-placement') || number === undefined) return detail
  const time = until === undefined ? words.openEnd(moment(from!)) : words.span(moment(from!), moment(until))
  return [words.auditPlacement(number), words.weightOf(count(Number(weight))), time].join(' · ')
}
