/** Encodes a text as `application/x-www-form-urlencoded` (URL Standard, section 5.2). */
export function formEncode(text: string): string {
  return new URLSearchParams({ '': text }).toString().slice(1)
}
