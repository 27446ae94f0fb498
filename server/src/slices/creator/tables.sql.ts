import type { Generated } from 'kysely'
import type { CatalogTables } from '../../avatars/index.ts'
import type { IdentityTables } from '../identity/index.ts'

/** Tables of creator tools, made by `server/migrations/0014-creators.ts`, with people and the catalog. */
export interface CreatorTables extends Omit<CatalogTables, 'creators'>, Pick<IdentityTables, 'users'> {
  creators: CreatorTable
  creator_walk: WalkTable
}

/** One row, which all processes share. */
export interface WalkTable {
  id: number
  /** Before that, the community site is not asked for profiles. */
  ask_at_ms: number
  /** The last row of `avatars` whose author was looked at. */
  walked_to: number
  /** When the walk over all avatars began. */
  began_at_ms: number
}

/** Authors, and the profile at the community site on which their platform account is verified. */
interface CreatorTable {
  author_id: string
  vrcl_url: string | null
  /** 0 when the community site was never asked. */
  checked_at_ms: number
  /** Lowest first; this and the next are made by `0014-creators.ts`, see `slices/creator/profiles`. */
  urgency: Generated<number>
  /** When it is to be asked next. */
  due_at_ms: Generated<number>
}
