import type { FileUpstream } from '../../kernel/upstream.ts'

/** A cache of files by name, bounded in size; entries may disappear at any time. */
export interface FileCache {
  /** Null when the cache does not have it, or no longer. */
  read(name: string): Promise<Buffer | null>
  /** Never fails: a file that cannot be stored is dropped. */
  write(name: string, bytes: Buffer): Promise<void>
  /** Resolves once no operation is running. */
  settled(): Promise<void>
}

/** Opens the upstream for an origin; returns the same one every time. */
export type UpstreamOfOrigin = (origin: string) => FileUpstream
