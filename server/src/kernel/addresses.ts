/** Every path of the contract stands below this one. */
export const API_PREFIX = '/api'

/** The page of the terms, which answers and files refer to. */
export const TERMS_PATH = '/terms'
