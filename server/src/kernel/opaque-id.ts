const OPAQUE_ID = /^[\w-]{1,100}$/
const ROW_NUMBER = /^[1-9]\d{0,14}$/

/** True when a text can be an id that we gave out; others need no lookup, and PostgreSQL refuses some texts. */
export function isOpaqueId(text: string): boolean {
  return OPAQUE_ID.test(text)
}

/** True when a text can be the number of a row, within what both engines count with. */
export function isRowNumber(text: string): boolean {
  return ROW_NUMBER.test(text)
}
