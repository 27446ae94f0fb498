import { DEMO_PLACEMENTS, DEMO_STAFF } from '../../../sim/src/demo/demo-promotions.ts'
import { DAY_MS } from '../kernel/days.ts'
import { newPlacement, PromotionStore, parsePlacementSubject } from '../slices/promotions/index.ts'
import type { FillDeps } from './deps.ts'

export async function loadDemoPromotions({ catalog, db, nowMs }: FillDeps): Promise<void> {
  const store = new PromotionStore({ db })
  const act = { actor: 'demo', nowMs }
  for (const { subject, startsInDays, endsInDays, ...details } of DEMO_PLACEMENTS) {
    const id = typeof subject === 'number' ? catalog.indexedAvatars[subject]?.id : subject
    const placementSubject = parsePlacementSubject(id ?? '')
    if (placementSubject === null) continue
    const startsAtMs = nowMs + startsInDays * DAY_MS
    const endsAtMs = endsInDays === null ? null : nowMs + endsInDays * DAY_MS
    const outcome = newPlacement(placementSubject, { ...details, startsAtMs, endsAtMs }, nowMs)
    if (outcome.kind === 'ok') await store.add(outcome.placement, act)
  }
  for (const name of DEMO_STAFF) await store.addStaff(name, act)
}
