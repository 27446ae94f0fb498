import type { Locale } from './locale.ts'

/** The server writes it into the page, so that the first view needs no request. */
export interface PageData {
  readonly locale: Locale
  /** The first answer of the page, by its address under `/api`. */
  readonly answers: Readonly<Record<string, unknown>>
}

const EMPTY: PageData = { locale: 'en', answers: {} }

/** Reads the data block of the page. */
export function readPageData(): PageData {
  const block = document.getElementById('page-data')
  return block === null ? EMPTY : (JSON.parse(block.textContent ?? '') as PageData)
}
