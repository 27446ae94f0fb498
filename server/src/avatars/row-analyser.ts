import { analyse } from './analyse.ts'
import { WIRE_FIELDS } from './fields.ts'
import { recordsOf } from './row.ts'

/** Makes records and documents of rows, in any thread; `fields` are those of the records. */
export const analyser = {
  read: recordsOf,
  analyse,
  fields: WIRE_FIELDS,
  module: new URL('./row-analyser.ts', import.meta.url),
}
