import type { worldRoutes } from '@avatary/contract/routes/world'

export type WorldRouteId = keyof typeof worldRoutes

/** The present answer of an endpoint for worlds. */
export type LiveAnswer =
  | { readonly kind: 'body'; readonly body: Buffer }
  /** This server does not offer it. */
  | { readonly kind: 'absent' }
  | { readonly kind: 'unavailable' }

/** Asks the endpoints for worlds as a client would, though nothing that is asked counts. */
export type LiveAnswers = (route: WorldRouteId, query: string) => Promise<LiveAnswer>

/** A folder that is published; paths have forward slashes. */
export interface ExportFolder {
  /** Null when there is no such file. */
  read(path: string): Promise<Buffer | null>
  /** The whole file at once, or nothing. */
  write(path: string, bytes: Buffer): Promise<void>
  /** Removes the folders above it, too, that are empty then. */
  remove(path: string): Promise<void>
}

/** An avatar whose picture may be shown. */
export interface Pictured {
  readonly id: string
  /** Changes with the picture. */
  readonly picture: string
}

export interface PictureSource {
  /** The most popular listed avatars that have a picture, in their order. */
  popular(count: number): Pictured[]
  /** The bytes of an avatar's picture; null when it cannot be had now. */
  bytes(pictured: Pictured): Promise<Buffer | null>
}

/** One cell of an atlas as it is to be drawn. */
export interface CellPicture {
  /** Number of the cell from 0, row by row. */
  readonly cell: number
  readonly pixels: Buffer
}

/** Draws images of many pictures; pixels are of one cell, and only it knows their form. */
export interface AtlasPainter {
  /** Null when the bytes are no picture that can be read. */
  pixelsOf(picture: Buffer): Promise<Buffer | null>
  /** The pixels of some cells of an atlas; null when it cannot be read. */
  cut(atlas: Buffer, cells: readonly number[]): Promise<Map<number, Buffer> | null>
  draw(cells: readonly CellPicture[]): Promise<Buffer>
}
