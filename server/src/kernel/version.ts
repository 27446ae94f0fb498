/** The version of the program; the API has its own (spec, "Versioning"). */
export const VERSION = '0.1.0'
