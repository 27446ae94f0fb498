export interface MirrorState {
  /** The row number of this source. */
  mirror: number
  /** `next` of the last applied page of changes; null before the first copy. */
  cursor: number | null
  /** The number of the current or the last copy; 0 before the first. */
  copy: number
  /** The offset at which the current copy continues; null when no copy is under way. */
  copyOffset: number | null
}
