export type SnapshotArray = Uint8Array | Uint16Array | Uint32Array | Float64Array

export interface SnapshotContent {
  /** Anything JSON can hold. */
  meta: unknown
  /** Must not change while they are written. */
  sections: Readonly<Record<string, SnapshotArray>>
}

/** A file from which state is loaded at a start; without a usable file the state is computed again. */
export interface SnapshotFile {
  /**
   * @param isRight called with the meta before the sections are read.
   * @param use may throw when sections do not fit together.
   * @returns the result of `use`, or null when there is no usable file.
   * @throws the errors of `isRight`.
   */
  read<State>(
    isRight: (meta: unknown) => Promise<boolean>,
    use: (content: SnapshotContent) => State,
  ): Promise<State | null>
  /**
   * Replaces the file atomically.
   * @throws when it cannot be written, or `signal` aborts.
   */
  write(content: SnapshotContent, signal: AbortSignal): Promise<void>
}
