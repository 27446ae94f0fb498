import type { moderationRoutes } from '@avatary/contract/routes/moderation'
import type { Moderated } from '../../avatars/index.ts'
import type { HandlersOf } from '../../handlers.ts'
import { type Failure, failure, json } from '../../kernel/answer.ts'
import { parseAvatarId } from '../../kernel/avatar-id.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { Person } from '../../kernel/person.ts'
import type { ReportStore } from './reports.sql.ts'
import type { ModerationStore } from './store.sql.ts'
import type { Act, Listed, Range } from './store.ts'
import { AUTHOR_NEEDED, parseAuthor, parseSubject, SUBJECT_NEEDED, type Subject } from './subject.ts'
import { auditAnswer, blockAnswer, optOutAnswer, reportAnswer } from './views.ts'

/** Who holds the token is not known closer. */
const TOKEN_HOLDER = 'admin token'

/** What answers operators; who may ask is decided before. */
export function adminHandlers({
  store,
  reports,
  clock,
}: {
  store: ModerationStore
  reports: ReportStore
  clock: Clock
}) {
  const act = (person: Person | null | undefined): Act => ({
    actor: person ? `user ${person.id}` : TOKEN_HOLDER,
    nowMs: clock.now(),
  })

  const page = <Item, Shown>(
    key: string,
    { limit, offset }: Range,
    { total, items }: Listed<Item>,
    show: (item: Item) => Shown,
  ) => {
    const end = offset + items.length
    return json({
      ok: true,
      now: new Date(clock.now()).toISOString(),
      total,
      count: items.length,
      limit,
      offset,
      nextOffset: items.length > 0 && end < total ? end : null,
      [key]: items.map(show),
    })
  }

  return {
    listBlocks: async ({ query }) => page('blocks', query, await store.blocks(query), blockAnswer),

    block: async ({ params, body: { reason }, person }) =>
      await onSubject(params.id, subject => store.block(subject, reason?.trim() ?? null, act(person))),

    unblock: async ({ params, person }) =>
      await onSubject(params.id, subject => store.unblock(subject, act(person))),

    listOptOuts: async ({ query }) => page('optOuts', query, await store.optOuts(query), optOutAnswer),

    optOut: async ({ params, person }) =>
      await onAuthor(params.id, author => store.optOut(author, act(person))),

    optIn: async ({ params, person }) =>
      await onAuthor(params.id, author => store.optIn(author, act(person))),

    listReports: async ({ query }) =>
      page('reports', query, await reports.list(query.state, query), reportAnswer),

    closeReport: async ({ params: { id }, person }) => {
      const avatarId = parseAvatarId(id)
      if (avatarId !== null) return json({ ok: true, closed: await reports.closeOf(avatarId, act(person)) })
      if (!REPORT_NUMBER.test(id)) return failure('unknown_report')
      const { kind } = await reports.close(Number(id), act(person))
      return kind === 'unknown'
        ? failure('unknown_report')
        : json({ ok: true, closed: kind === 'closed' ? 1 : 0 })
    },

    listAudit: async ({ query }) => page('entries', query, await store.audit(query), auditAnswer),
  } satisfies Partial<HandlersOf<typeof moderationRoutes>>
}

/** Within what both engines number rows with. */
export const REPORT_NUMBER = /^[1-9]\d{0,14}$/

async function onSubject(text: string, work: (subject: Subject) => Promise<Moderated>) {
  const subject = parseSubject(text)
  return subject === null ? refused(SUBJECT_NEEDED) : moderated(subject, await work(subject))
}

async function onAuthor(text: string, work: (authorId: string) => Promise<Moderated>) {
  const id = parseAuthor(text)
  return id === null ? refused(AUTHOR_NEEDED) : moderated({ kind: 'author', id }, await work(id))
}

function refused(needed: string): Failure<'invalid_id'> {
  return failure('invalid_id', `The id in the address is not one. ${needed}.`)
}

function moderated({ kind, id }: Subject, { isChanged, avatars }: Moderated) {
  return json({ ok: true, id, kind, changed: isChanged, avatars })
}
