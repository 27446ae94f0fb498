/** Spec, "Versioning". */
export const INTERFACE_VERSION = '1.0.0'

/** The terms of use of the data (spec, "What the service does"). */
export const TERMS = [
  'The public catalog and the world interface may be used without a key and without linking an account.',
  'The data is for personal, non-commercial use only.',
  'Commercial resale requires written permission of the operator.',
  'Whoever copies the catalog passes these terms on with it.',
] as const

/** The terms in one line, for the header of exports and mirrors. */
export const TERMS_LINE =
  'Personal, non-commercial use only; commercial resale requires written permission; no key or account link needed.'

export const DATA_LICENCE = 'Personal, non-commercial use'
export const CODE_LICENCE = 'MIT'
