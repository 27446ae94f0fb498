export type SnapshotArray = Uint8Array | Uint16Array | Uint32Array | Float64Array

export interface SnapshotContent {
  /** Anything JSON can hold. */
  meta: unknown
  /** Must not change while they are written. */
  sections: Readonly<Record<string, SnapshotArray>>
}

/** A file that holds state for a quick start. Whoever finds none, or none that is right, makes the state anew. */
export interface SnapshotFile {
  /**
   * @param isRight asked with the meta before the rest is read.
   * @param use may throw when parts do not fit together.
   * @returns what `use` made of it, or null when there is no file, or one that is damaged or not right.
   * @throws what `isRight` throws.
   */
  read<State>(
    isRight: (meta: unknown) => Promise<boolean>,
    use: (content: SnapshotContent) => State,
  ): Promise<State | null>
  /**
   * Replaces what stands there, all or nothing.
   * @throws when it cannot be written, or `signal` aborts.
   */
  write(content: SnapshotContent, signal: AbortSignal): Promise<void>
}
