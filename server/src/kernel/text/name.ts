import { hasInvisible } from './invisible.ts'

type ReadName =
  | { readonly kind: 'name'; readonly name: string }
  /** A sentence that names the field. */
  | { readonly kind: 'problem'; readonly problem: string }

/** Separators and invisible characters; a name needs at least one other. */
const BLANK = /[\p{Z}\p{C}\p{Default_Ignorable_Code_Point}\u2800]/gu

/**
 * A name as it is stored: trimmed and in composed form (NFC). It has at most `most` code points, at least one visible
 * character, and none that only changes how the others look.
 */
export function readName(text: string, most: number): ReadName {
  const name = text.normalize('NFC').trim()
  if (name.replace(BLANK, '') === '' || [...name].length > most) {
    return {
      kind: 'problem',
      problem: `\`name\` must have 1 to ${most} characters, one of which can be seen.`,
    }
  }
  if (hasInvisible(name)) {
    const problem = '`name` must not have controls, invisible characters or ones that turn the text around.'
    return { kind: 'problem', problem }
  }
  return { kind: 'name', name }
}
