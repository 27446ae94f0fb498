import type { AuditFacts } from '@avatary/contract/moderation'
import type { en } from './texts.en.ts'

interface Formatters {
  readonly formatCount: (count: number) => string
  readonly formatMoment: (moment: string) => string
}

/** Describes an entry of the audit log in the visitor's language. */
export function auditDetail(
  facts: AuditFacts,
  texts: typeof en,
  { formatCount, formatMoment }: Formatters,
): string {
  switch (facts.kind) {
    case 'reports':
      return texts.auditReports(formatCount(facts.count), facts.count)
    case 'report':
      return texts.auditReport(String(facts.id), texts.reasons[facts.reason])
    case 'reported':
      return texts.reportedFor(texts.reasons[facts.reason])
    case 'placement': {
      const { id, weight, startsAt, endsAt } = facts
      const from = formatMoment(startsAt)
      const period = endsAt === null ? texts.openEnd(from) : texts.span(from, formatMoment(endsAt))
      return [texts.auditPlacement(String(id)), texts.weightOf(formatCount(weight)), period].join(' · ')
    }
  }
}
