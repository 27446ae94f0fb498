import type { CatalogTables } from '../../avatars/index.ts'
import type { IdentityTables } from '../identity/index.ts'

/** Tables of creator tools, made by `server/migrations/0014-creators.ts`, with people and the catalog. */
export interface CreatorTables extends CatalogTables, Pick<IdentityTables, 'users'> {
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
