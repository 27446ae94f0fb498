import { createAnalyse } from './analyse.ts'
import { WIRE_FIELDS } from './fields.ts'
import { recordsOf } from './row.ts'

/** Turns rows into records and documents. Worker threads load this `module`, too. `fields` are those of the records. */
export const analyser = {
  read: recordsOf,
  createAnalyse,
  fields: WIRE_FIELDS,
  module: new URL('./row-analyser.ts', import.meta.url),
}
