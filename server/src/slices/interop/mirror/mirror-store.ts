/** How far the mirror of one source is. */
export interface MirrorState {
  /** Number of this source in the database. */
  mirror: number
  /** `next` of the last page of changes that was applied; null before the first copy. */
  cursor: number | null
  /** Number of the copy under way, or of the last one; 0 before the first. */
  copy: number
  /** Where the copy under way goes on; null when none is. */
  copyOffset: number | null
}

/** What is remembered of the sources that are mirrored, and which avatars came from them. */
export interface MirrorStore {
  /** The state of a source, begun when there is none. */
  open(url: string): Promise<MirrorState>
  save(state: MirrorState): Promise<void>
  /**
   * Notes that the source lists these avatars in this copy. An avatar that was never noted before came from this
   * source if it is among the `unknown`, and if not it was here already.
   */
  noteListed(
    state: MirrorState,
    avatars: { ids: readonly string[]; unknown: ReadonlySet<string> },
  ): Promise<void>
  /** Notes that the source does not list these any more. */
  noteGone(state: MirrorState, ids: readonly string[]): Promise<void>
  /** Those of the ids that this copy has noted. */
  listedAmong(state: MirrorState, ids: readonly string[]): Promise<Set<string>>
  /** Those of the ids that came from this source. */
  originsAmong(state: MirrorState, ids: readonly string[]): Promise<Set<string>>
  /** How many avatars that came from the source it listed of late, and how many of them this copy has not noted. */
  countOrigins(state: MirrorState): Promise<{ all: number; unlisted: number }>
  /** Some of those that this copy has not noted. */
  unlistedOrigins(state: MirrorState, limit: number): Promise<string[]>
}
