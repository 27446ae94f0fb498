export type SnapshotArray = Uint8Array | Uint16Array | Uint32Array | Float64Array

export interface SnapshotContent {
  /** Any JSON value. */
  meta: unknown
  /** Arrays that must not change while they are written. */
  sections: Readonly<Record<string, SnapshotArray>>
}

/** A file from which state is loaded at start. Without a usable file the state is computed from the database. */
export interface SnapshotFile {
  /**
   * @param isUsable decides by `meta`, before sections are read, if the file is usable.
   * @param createState may throw if the sections do not fit together.
   * @returns the result of `createState`, or null when there is no usable file.
   * @throws errors of `isUsable`.
   */
  read<State>(
    isUsable: (meta: unknown) => Promise<boolean>,
    createState: (content: SnapshotContent) => State,
  ): Promise<State | null>
  /**
   * Replaces the file atomically.
   * @throws when the file cannot be written, or when `signal` aborts.
   */
  write(content: SnapshotContent, signal: AbortSignal): Promise<void>
}
