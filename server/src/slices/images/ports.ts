import type { FileUpstream } from '../../kernel/upstream.ts'

/** Keeps files by name, within bounds; what it holds may be gone at any time. */
export interface FileCache {
  /** Null when it is not there (any more). */
  read(name: string): Promise<Buffer | null>
  /** Never fails: what cannot be kept is not kept. */
  write(name: string, bytes: Buffer): Promise<void>
  /** Resolves once nothing is under way any more. */
  settled(): Promise<void>
}

/** Opens the host of an origin; the same one each time. */
export type FileHosts = (origin: string) => FileUpstream
