import type { PlacementKind } from '@avatary/contract/promotions'
import type { Generated } from 'kysely'
import type { ModerationTables } from '../moderation/index.ts'

/** Tables of promotions (`server/migrations/0011-promotions.ts`), with those of the audit log and the catalog. */
export interface PromotionTables extends ModerationTables {
  placements: {
    id: Generated<number>
    kind: PlacementKind
    /** Avatar or group id. */
    subject: string
    weight: number
    starts_at_ms: number
    ends_at_ms: number | null
    name: string
    description: string
    image_url: string
    url: string
  }
  staff: { name: string; at_ms: number }
}
