import { createAnalyse } from './analyse.ts'
import { WIRE_FIELDS } from './fields.ts'
import { recordsOf } from './row.ts'

/** Turns rows into records, with these `fields`, and into documents. Worker threads load it from `module`. */
export const analyser = {
  read: recordsOf,
  createAnalyse,
  fields: WIRE_FIELDS,
  module: new URL('./row-analyser.ts', import.meta.url),
}
