/** Of the program; the interface has its own (spec, "Versioning"). */
export const VERSION = '0.1.0'
