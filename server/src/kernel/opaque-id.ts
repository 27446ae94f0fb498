const OPAQUE_ID = /^[\w-]{1,100}$/
const ROW_NUMBER = /^[1-9]\d{0,14}$/

/** True for a text in the form of our ids. Others need no query, and PostgreSQL rejects some of them. */
export function isOpaqueId(text: string): boolean {
  return OPAQUE_ID.test(text)
}

/** True for a text that can be a row number in both engines. */
export function isRowNumber(text: string): boolean {
  return ROW_NUMBER.test(text)
}
