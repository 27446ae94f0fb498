/** The prefix of every path of the contract. */
export const API_PREFIX = '/api'

/** The page of the terms, which answers and files refer to. */
export const TERMS_PATH = '/terms'
