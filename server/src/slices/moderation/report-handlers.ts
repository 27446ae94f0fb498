import type { ErrorCode } from '@avatary/contract/errors'
import type { BodyOf, ParamsOf } from '@avatary/contract/route'
import type { submissionRoutes } from '@avatary/contract/routes/submission'
import type { CatalogView } from '../../avatars/index.ts'
import { failure, type Handler, json } from '../../kernel/answer.ts'
import { parseAvatarId } from '../../kernel/avatar-id.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { ReportStore } from './reports.sql.ts'

type ReportRoute = (typeof submissionRoutes)['reportAvatar']

export interface ReportDeps {
  reports: Pick<ReportStore, 'add'>
  view: Pick<CatalogView, 'slotOf' | 'isListed'>
  clock: Clock
}

/** What answers the public about moderation. Whether a report was kept is nobody's business but the operator's. */
export function reportHandlers({ reports, view, clock }: ReportDeps) {
  const reportAvatar: Handler<undefined, ParamsOf<ReportRoute>, BodyOf<ReportRoute>, ErrorCode> = async ({
    params,
    body: { reason, text = '' },
  }) => {
    const avatarId = parseAvatarId(params.id)
    if (avatarId === null || !view.isListed(view.slotOf(avatarId))) return failure('avatar_not_found')
    await reports.add({ avatarId, reason, text: text.trim() }, clock.now())
    return json({ ok: true })
  }
  return { reportAvatar }
}
