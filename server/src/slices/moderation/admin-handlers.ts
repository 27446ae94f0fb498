import type { moderationRoutes } from '@avatary/contract/routes/moderation'
import type { ModerationEffect } from '../../avatars/index.ts'
import type { HandlersOf } from '../../handlers.ts'
import { type Failure, failure, json } from '../../kernel/answer.ts'
import type { Clock } from '../../kernel/clock.ts'
import { auditAnswer, blockAnswer, optOutAnswer, reportAnswer } from './answers.ts'
import { actOf, pageAnswer } from './operators.ts'
import type { ReportStore } from './reports.sql.ts'
import type { ModerationStore } from './store.sql.ts'
import {
  AUTHOR_HINT,
  parseAuthor,
  parseReportSubject,
  parseSubject,
  SUBJECT_HINT,
  type Subject,
} from './subject.ts'

export interface AdminDeps {
  store: ModerationStore
  reports: ReportStore
  /** Updates the view with everything that was committed before the call. */
  catchUp: () => Promise<unknown>
  clock: Clock
}

/** Handlers for operators, whom guards have already authenticated. */
export function adminHandlers({ store, reports, catchUp, clock }: AdminDeps) {
  const answerEffect = async (subject: Subject, { isChanged, avatars }: ModerationEffect) => {
    await catchUp()
    return json({ ok: true, id: subject.id, kind: subject.kind, changed: isChanged, avatars })
  }
  const changeSubject = async (text: string, change: (subject: Subject) => Promise<ModerationEffect>) => {
    const subject = parseSubject(text)
    return subject === null ? invalidId(SUBJECT_HINT) : await answerEffect(subject, await change(subject))
  }
  const changeAuthor = async (text: string, change: (authorId: string) => Promise<ModerationEffect>) => {
    const id = parseAuthor(text)
    return id === null ? invalidId(AUTHOR_HINT) : await answerEffect({ kind: 'author', id }, await change(id))
  }
  return {
    listBlocks: async ({ query }) =>
      pageAnswer('blocks', clock, query, await store.blocks(query), blockAnswer),

    block: async ({ params, body: { reason, closeReports, reported }, person }) => {
      const facts = reported === undefined ? null : ({ kind: 'reported', reason: reported } as const)
      return await changeSubject(params.id, subject =>
        store.block(subject, reason?.trim() ?? facts, actOf(person, clock), closeReports),
      )
    },

    unblock: async ({ params, person }) =>
      await changeSubject(params.id, subject => store.unblock(subject, actOf(person, clock))),

    listOptOuts: async ({ query }) =>
      pageAnswer('optOuts', clock, query, await store.optOuts(query), optOutAnswer),

    optOut: async ({ params, person }) =>
      await changeAuthor(params.id, author => store.optOut(author, actOf(person, clock))),

    optIn: async ({ params, person }) =>
      await changeAuthor(params.id, author => store.optIn(author, actOf(person, clock))),

    listReports: async ({ query }) =>
      pageAnswer('reports', clock, query, await reports.list(query.state, query), reportAnswer),

    closeReport: async ({ params, person }) => {
      const subject = parseReportSubject(params.id)
      const closedCount = subject && (await reports.close(subject, actOf(person, clock)))
      return closedCount === null ? failure('unknown_report') : json({ ok: true, closed: closedCount })
    },

    reopenReport: async ({ params, person }) => {
      const subject = parseReportSubject(params.id)
      const reopenedCount = subject && (await reports.reopen(subject, actOf(person, clock)))
      return reopenedCount === null ? failure('unknown_report') : json({ ok: true, reopened: reopenedCount })
    },

    listAudit: async ({ query }) =>
      pageAnswer('entries', clock, query, await store.audit(query), auditAnswer),
  } satisfies Partial<HandlersOf<typeof moderationRoutes>>
}

function invalidId(hint: string): Failure<'invalid_id'> {
  return failure('invalid_id', `The id in the address is not valid. ${hint}.`)
}
