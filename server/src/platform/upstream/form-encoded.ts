/** A text as it stands in `application/x-www-form-urlencoded` (URL Standard, section 5.2). */
export function formEncoded(text: string): string {
  return new URLSearchParams({ '': text }).toString().slice(1)
}
