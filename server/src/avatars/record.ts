import type { AvatarValues } from './fields.ts'

/** A stored avatar as the read model loads it. */
export interface CatalogRecord extends AvatarValues {
  /** The row's number: given once, in order of insertion, and never reused. */
  key: number
  /** The platform still serves it publicly. */
  isActive: boolean
  /** Active, and neither unlisted, blocked nor opted out. */
  isListed: boolean
}
