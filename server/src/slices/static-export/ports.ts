import type { PlannedFile } from './plan.ts'

/** The current answer of an endpoint for worlds. */
export type LiveAnswer =
  | { readonly kind: 'body'; readonly body: Buffer }
  | { readonly kind: 'not_offered' }
  | { readonly kind: 'unavailable' }

/** Calls the endpoints for worlds as a client would, except that nothing is counted. */
export type LiveAnswers = (file: Pick<PlannedFile, 'route' | 'query'>) => Promise<LiveAnswer>

/** A folder that is published; paths have forward slashes. */
export interface ExportFolder {
  /** Null when there is no such file. */
  read(path: string): Promise<Buffer | null>
  /** Writes the whole file atomically. */
  write(path: string, bytes: Buffer): Promise<void>
  /** Also removes parent folders that become empty. */
  remove(path: string): Promise<void>
}

/** An avatar whose picture may be shown. */
export interface AvatarPicture {
  readonly id: string
  /** `name` of the `Picture`, which changes whenever the picture does. */
  readonly picture: string
}

/** A cell of an atlas, ready to be drawn. */
export interface CellPicture {
  /** The number of the cell in its atlas, from 0, row by row. */
  readonly cell: number
  readonly pixels: Buffer
}

/** Draws atlases. Pixels are those of one cell, in a format that only the painter knows. */
export interface AtlasPainter {
  /** Null when the bytes are not a readable picture. */
  pixelsOf(picture: Buffer): Promise<Buffer | null>
  /** The pixels of some cells of an atlas; null when it cannot be read. */
  cut(atlas: Buffer, cells: readonly number[]): Promise<Map<number, Buffer> | null>
  draw(cells: readonly CellPicture[]): Promise<Buffer>
}
