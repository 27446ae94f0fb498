import type { moderationRoutes } from '@avatary/contract/routes/moderation'
import { type CatalogView, listedSlot } from '../../avatars/index.ts'
import type { HandlersOf } from '../../handlers.ts'
import { failure, json } from '../../kernel/answer.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { ReportStore } from './reports.sql.ts'

interface ReportDeps {
  reports: ReportStore
  view: CatalogView
  clock: Clock
}

/** Handlers for reports. The answer does not reveal whether a report was stored. */
export function reportHandlers({ reports, view, clock }: ReportDeps) {
  return {
    reportAvatar: async ({ params, body: { reason, text = '' } }) => {
      const slot = listedSlot(view, params.id)
      if (slot === -1) return failure('avatar_not_found')
      await reports.add({ avatarId: view.idOf(slot), reason, text: text.trim() }, clock.now())
      return json({ ok: true })
    },
  } satisfies Partial<HandlersOf<typeof moderationRoutes>>
}
