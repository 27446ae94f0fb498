import { BREAK } from './text-tokens.ts'

/** Words after which a person's name stands: "by Fox", "thanks to Bunny". */
const THANKED = new Set(['thanks', 'thank', 'thx', 'ty', 'credit', 'credits', 'shoutout', 'shout'])

/** The place of a token in a name that the text credits: 1 for its first word, 2 for its second, 0 for no name. */
export function placeInCredit(tokens: readonly string[], at: number): 0 | 1 | 2 {
  if (endsCredit(tokens, at - 1)) return 1
  return tokens[at - 1] !== BREAK && endsCredit(tokens, at - 2) ? 2 : 0
}

function endsCredit(tokens: readonly string[], at: number): boolean {
  const token = tokens[at]
  if (token === 'by') return true
  return (
    token === 'to' &&
    (THANKED.has(tokens[at - 1] ?? '') || (tokens[at - 1] === 'out' && tokens[at - 2] === 'shout'))
  )
}
