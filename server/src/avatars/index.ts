export { type Activity, ActivityLog, type WrittenDay } from './activity.sql.ts'
export { analysisVersionOf, authorNameKey, nameKey } from './analyse.ts'
export { avatarOf } from './avatar-of.ts'
export { ChangeLog } from './changes.sql.ts'
export { takeDays } from './counters.sql.ts'
export { EMPTY_QUERY, NO_TEXT, totalOf } from './empty-query.ts'
export { unpackPlatforms } from './field-kinds.ts'
export { type AvatarField, BLANK_VALUES, type FieldName, WIRE_FIELDS } from './fields.ts'
export { IMAGE_HOSTS } from './image-hosts.ts'
export { catalogJobs } from './jobs.ts'
export { ListedAvatars } from './listed.sql.ts'
export { listedSlot } from './listed-slot.ts'
export { isListed, type ListingState } from './listing-state.ts'
export {
  deleteRowsOfProcesses,
  ProcessFingerprintStore,
  rowsOfProcesses,
} from './process-fingerprints.sql.ts'
export type { CatalogRecord } from './record.ts'
export { FLAG_COLUMNS, isListedRow, toListingState } from './row.ts'
export { analyser } from './row-analyser.ts'
export type {
  AuthorFilter,
  CatalogQuery,
  CatalogSort,
  Condition,
  CountedText,
  DividedSearch,
  IndexDocument,
  NumberRange,
  OtherForms,
  RangeColumn,
  RelevanceQuery,
  SearchIndex,
  SearchPage,
  SimilarWord,
  SimilarWordsQuery,
  TextKind,
  TextQuery,
} from './search-port.ts'
export { SENSITIVE_TAGS } from './sensitive-tags.ts'
export { AVATAR_SHAPE, type AvatarShape, prefetchAhead, shapeOf, writeAvatars } from './shape.ts'
export { isStorable } from './storable.ts'
export { type CatalogReader, type CatalogSaver, CatalogStore, type CounterSaver } from './store.sql.ts'
export type { AvatarPatch, Change, CounterDelta } from './store.ts'
export type { AvatarDayTable, CatalogTables } from './tables.sql.ts'
export { tagForm } from './tag-form.ts'
export type { CatalogCounts, CatalogView } from './view.ts'
export { readWithheld } from './withheld.sql.ts'
export { type ModerationEffect, type UnlistOutcome, Withholding } from './withholding.sql.ts'
