/**
 * The field `now` of answers for worlds, at any depth. It cannot match inside texts, because JSON escapes their quotes.
 */
const NOW_FIELD = /"now":"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z"/g

/** True when two answers only differ in their time. */
export function isSameContent(a: Buffer, b: Buffer): boolean {
  if (a.length !== b.length) return false
  return a.equals(b) || withoutTime(a) === withoutTime(b)
}

function withoutTime(answer: Buffer): string {
  return answer.toString('latin1').replace(NOW_FIELD, '')
}
