import type { AuditFacts } from '@avatary/contract/moderation'
import type { en } from './texts.en.ts'

interface Formats {
  readonly count: (count: number) => string
  readonly moment: (time: string) => string
}

/** Describes an entry of the audit log in the visitor's language. */
export function auditDetail(facts: AuditFacts, texts: typeof en, { count, moment }: Formats): string {
  switch (facts.kind) {
    case 'reports':
      return texts.auditReports(count(facts.count), facts.count)
    case 'report':
      return texts.auditReport(String(facts.id), texts.reasons[facts.reason])
    case 'reported':
      return texts.reportedFor(texts.reasons[facts.reason])
    case 'placement': {
      const { id, weight, startsAt, endsAt } = facts
      const from = moment(startsAt)
      const time = endsAt === null ? texts.openEnd(from) : texts.span(from, moment(endsAt))
      return [texts.auditPlacement(String(id)), texts.weightOf(count(weight)), time].join(' · ')
    }
  }
}
