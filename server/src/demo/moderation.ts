import {
  DEMO_BLOCKS,
  DEMO_DISMISSED_REPORT,
  DEMO_OPT_OUT,
  DEMO_REPORTS,
  type DemoReport,
} from '../../../sim/src/demo/demo-moderation.ts'
import { parseAvatarId } from '../kernel/avatar-id.ts'
import { HOUR_MS } from '../kernel/time.ts'
import { ModerationStore, ReportStore } from '../slices/moderation/index.ts'
import type { FillDeps } from './deps.ts'

/** Gives the operators of the demo open reports, and commands of theirs in the audit log. */
export async function loadDemoModeration({ catalog, db, nowMs }: FillDeps): Promise<void> {
  const moderation = new ModerationStore({ db })
  const reports = new ReportStore({ db })
  const act = (hoursAgo: number) => ({ actor: 'demo', nowMs: nowMs - hoursAgo * HOUR_MS })
  const add = async ({ avatar, reason, text = '', hoursAgo }: DemoReport) => {
    const avatarId = parseAvatarId(String(catalog.indexedAvatars[avatar]?.id))
    if (avatarId !== null) await reports.add({ avatarId, reason, text }, act(hoursAgo).nowMs)
    return avatarId
  }
  const dismissedId = await add(DEMO_DISMISSED_REPORT)
  if (dismissedId !== null)
    await reports.close({ kind: 'avatar', id: dismissedId }, act(DEMO_DISMISSED_REPORT.hoursAgo - 1))
  for (const { reason, ...subject } of DEMO_BLOCKS) await moderation.block(subject, reason, act(50))
  await moderation.optOut(DEMO_OPT_OUT, act(40))
  for (const report of DEMO_REPORTS) await add(report)
}
