import type { moderationRoutes } from '@avatary/contract/routes/moderation'
import type { CatalogView } from '../../avatars/index.ts'
import type { HandlersOf } from '../../handlers.ts'
import { failure, json } from '../../kernel/answer.ts'
import { parseAvatarId } from '../../kernel/avatar-id.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { ReportStore } from './reports.sql.ts'

export interface ReportDeps {
  reports: Pick<ReportStore, 'add'>
  view: Pick<CatalogView, 'slotOf' | 'isListed'>
  clock: Clock
}

/** Handlers for reports. The answer does not reveal whether a report was stored. */
export function reportHandlers({ reports, view, clock }: ReportDeps) {
  return {
    reportAvatar: async ({ params, body: { reason, text = '' } }) => {
      const avatarId = parseAvatarId(params.id)
      if (avatarId === null || !view.isListed(view.slotOf(avatarId))) return failure('avatar_not_found')
      await reports.add({ avatarId, reason, text: text.trim() }, clock.now())
      return json({ ok: true })
    },
  } satisfies Partial<HandlersOf<typeof moderationRoutes>>
}
