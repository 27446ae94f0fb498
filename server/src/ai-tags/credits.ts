import { BREAK } from './text-tokens.ts'

/** Words that introduce a person's name: "thanks to Bunny", "credits Fox". */
const CREDIT_WORDS = new Set(['thanks', 'thank', 'thx', 'ty', 'credit', 'credits', 'shoutout', 'shout'])

/** Which word of a credited person's name a token is; null when it is in no such name. */
export function wordOfCredit(tokens: readonly string[], at: number): 'first' | 'second' | null {
  if (endsCredit(tokens, at - 1)) return 'first'
  return tokens[at - 1] !== BREAK && endsCredit(tokens, at - 2) ? 'second' : null
}

function endsCredit(tokens: readonly string[], at: number): boolean {
  const token = tokens[at]
  if (token === 'by') return true
  return (
    token === 'to' &&
    (CREDIT_WORDS.has(tokens[at - 1] ?? '') || (tokens[at - 1] === 'out' && tokens[at - 2] === 'shout'))
  )
}
