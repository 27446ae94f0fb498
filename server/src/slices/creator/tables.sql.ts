import type { Generated } from 'kysely'
import type { CatalogTables } from '../../avatars/index.ts'
import type { IdentityTables } from '../identity/index.ts'

/** Tables of creators, made by `server/migrations/0014-creators.ts`, with those of people and avatars. */
export interface CreatorTables extends Omit<CatalogTables, 'creators'>, Pick<IdentityTables, 'users'> {
  creators: CreatorTable
  creator_walk: WalkTable
}

/** The state of the walk over all avatars: one row, which all processes share. */
export interface WalkTable {
  id: number
  /** The community site is not asked for profiles before this time. */
  ask_at_ms: number
  /** The last row of `avatars` that the walk has read. */
  walked_to: number
  began_at_ms: number
}

/** Authors, and the profile at the community site on which their platform account is verified. */
interface CreatorTable {
  author_id: string
  vrcl_url: string | null
  /** 0 when the community site was never asked. */
  checked_at_ms: number
  /** Lowest first, see `URGENCY`. */
  urgency: Generated<number>
  /** The community site is asked for the profile again at this time. */
  due_at_ms: Generated<number>
}
