import type { AuditFacts } from '@avatary/contract/moderation'
import type { en } from './texts.en.ts'

interface Formats {
  readonly count: (count: number) => string
  readonly moment: (time: string) => string
}

/** Describes an act in the visitor's language. */
export function auditDetail(facts: AuditFacts, words: typeof en, { count, moment }: Formats): string {
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
