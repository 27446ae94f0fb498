export interface MirrorState {
  /** Number of this source in the database. */
  mirror: number
  /** `next` of the last page of changes that was applied; null before the first copy. */
  cursor: number | null
  /** Number of the copy under way, or of the last one; 0 before the first. */
  copy: number
  /** The offset at which the copy under way goes on; null when none is. */
  copyOffset: number | null
}
