const OPAQUE_ID = /^[\w-]{1,100}$/
const ROW_NUMBER = /^[1-9]\d{0,14}$/

/** True when a text has the form of our ids. Others need no query, and PostgreSQL refuses some texts. */
export function isOpaqueId(text: string): boolean {
  return OPAQUE_ID.test(text)
}

/** True when a text can be the number of a row in both engines. */
export function isRowNumber(text: string): boolean {
  return ROW_NUMBER.test(text)
}
