const OPAQUE_ID = /^[\w-]{1,100}$/

/** True when a text can be an id that we gave out; others need no lookup, and PostgreSQL refuses some texts. */
export function isOpaqueId(text: string): boolean {
  return OPAQUE_ID.test(text)
}
