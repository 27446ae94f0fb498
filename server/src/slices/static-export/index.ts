export { CELL_SIZE, COLUMNS, ROWS } from './cells.ts'
export { ForeignFilesError } from './export-writer.ts'
export type {
  AtlasPainter,
  CellPicture,
  LiveAnswer,
  LiveAnswers,
  PictureSource,
  WorldRouteId,
} from './ports.ts'
export { exportStatic, type StaticExportResult } from './static-export.ts'
