import { hasInvisible } from './invisible.ts'

type ReadName =
  | { readonly kind: 'name'; readonly name: string }
  /** A sentence that names the field. */
  | { readonly kind: 'problem'; readonly problem: string }

/** Separators and invisible characters; a name needs at least one other character. */
const BLANK = /[\p{Z}\p{C}\p{Default_Ignorable_Code_Point}\u2800]/gu

const INVISIBLE_PROBLEM =
  '`name` must not have control characters, invisible characters or characters that change the text direction.'

/**
 * Normalises a name for storage: trimmed and composed (NFC). It must have 1 to `maxLength` code points, at least one of
 * them visible, and none that only changes how others look.
 */
export function readName(text: string, maxLength: number): ReadName {
  const name = text.normalize('NFC').trim()
  if (name.replace(BLANK, '') === '' || [...name].length > maxLength) {
    const problem = `\`name\` must have 1 to ${maxLength} characters, one of which can be seen.`
    return { kind: 'problem', problem }
  }
  return hasInvisible(name) ? { kind: 'problem', problem: INVISIBLE_PROBLEM } : { kind: 'name', name }
}
