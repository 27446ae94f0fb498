import type { Kind } from './kinds.ts'
import { LIMIT_VARIABLES } from './limit-variables.ts'
import { PROCESS_VARIABLES } from './process-variables.ts'
import { STORAGE_VARIABLES } from './storage-variables.ts'
import { TRACING_VARIABLES } from './tracing-variables.ts'
import { UPSTREAM_VARIABLES } from './upstream-variables.ts'
import type { Variable } from './variable.ts'

/** All variables, in the order of the documentation. */
export const VARIABLES = {
  ...PROCESS_VARIABLES,
  ...LIMIT_VARIABLES,
  ...STORAGE_VARIABLES,
  ...UPSTREAM_VARIABLES,
  ...TRACING_VARIABLES,
} as const satisfies Record<string, Variable<unknown>>

export type VariableName = keyof typeof VARIABLES

/** The value of each variable; null for one that is not set and has no default. */
export type Values = {
  readonly [Name in VariableName]: ValueOf<(typeof VARIABLES)[Name]>
}

type ValueOf<Variable> = Variable extends { kind: Kind<infer Value>; fallback: infer Fallback }
  ? Fallback extends null
    ? Value | null
    : Value
  : never
