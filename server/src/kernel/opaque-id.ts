const OPAQUE_ID = /^[\w-]{1,100}$/

/** Whether a text can be an id that we gave out. Others need not be looked up, and not every one could be. */
export function isOpaqueId(text: string): boolean {
  return OPAQUE_ID.test(text)
}
