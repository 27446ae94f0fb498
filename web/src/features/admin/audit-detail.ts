import type { AuditFacts } from '@avatary/contract/moderation'
import type { ReportReason } from '@avatary/contract/report'

interface Words {
  readonly reportedFor: (reason: string) => string
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

/** Describes an act in the visitor's language. */
export function auditDetail(facts: AuditFacts, words: Words, { count, moment }: Formats): string {
  switch (facts.kind) {
    case 'reports':
      return words.auditReports(count(facts.count), facts.count)
    case 'report':
      return words.auditReport(String(facts.id), words.reasons[facts.reason])
    case 'reported':
      return words.reportedFor(words.reasons[facts.reason])
    case 'placement': {
      const { id, weight, startsAt, endsAt } = facts
      const from = moment(startsAt)
      const time = endsAt === null ? words.openEnd(from) : words.span(from, moment(endsAt))
      return [words.auditPlacement(String(id)), words.weightOf(count(weight)), time].join(' · ')
    }
  }
}
