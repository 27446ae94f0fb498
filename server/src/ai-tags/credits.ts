import { BREAK } from './text-tokens.ts'

/** Words that introduce a person's name: "thanks to Bunny", "credits Fox". */
const THANKED = new Set(['thanks', 'thank', 'thx', 'ty', 'credit', 'credits', 'shoutout', 'shout'])

/** The position of a token in a credited name: 1 for its first word, 2 for its second, 0 when it is not part of one. */
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
