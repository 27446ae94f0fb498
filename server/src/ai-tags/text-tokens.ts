import { fold } from '../kernel/text/fold.ts'
import { isUnspaced, textRuns } from '../kernel/text/tokenize.ts'

/**
 * A text as a row of tokens: words of letters and digits, single characters of scripts written without spaces, and
 * a `BREAK` wherever two texts or clauses meet. `joined[i]` says that token `i` follows the one before it without a gap.
 */
export interface TextTokens {
  readonly tokens: readonly string[]
  readonly joined: readonly boolean[]
}

/** Matches no synonym, so that no phrase reaches across it. */
export const BREAK = '\n'

/**
 * Addresses and handles: names in them are people's and shops', not the avatar's. A host is looked for from its first
 * character only, so that a long row of dots costs no more than its length.
 */
const ADDRESSES =
  /https?:\S*|@[\w.-]+|(?<![\w.-])[\w.-]+\.(?:com|net|org|io|gg|pm|me|jp|gd|art|shop|store|studio|link|page|site|dev|tv|cc)(?![a-z])\S*/g
/** The characters that end a clause, in folded text. */
const CLAUSE_END = /[|;!?()[\]{}\n。！？「」]|[.,:](?=\s|$)/
const CAMEL_CASE = /([a-z])([A-Z])/g

/** The tokens of a synonym or any other text by itself. */
export function phraseTokens(text: string): string[] {
  const { tokens } = tokensOf([text])
  return [...tokens]
}

export function tokensOf(texts: readonly string[]): TextTokens {
  const tokens: string[] = []
  const joined: boolean[] = []
  for (const text of texts) {
    for (const clause of withoutAddresses(fold(text)).split(CLAUSE_END)) {
      if (tokens.length > 0 && tokens.at(-1) !== BREAK) {
        tokens.push(BREAK)
        joined.push(false)
      }
      addTokens(tokens, joined, clause)
    }
  }
  return { tokens, joined }
}

function addTokens(tokens: string[], joined: boolean[], clause: string): void {
  for (const run of textRuns(clause)) {
    const characters = isUnspaced(run) ? run : [run]
    let follows = false
    for (const character of characters) {
      tokens.push(character)
      joined.push(follows)
      follows = true
    }
  }
}

/** "FoxGirl" as "Fox Girl", where that changes anything. */
export function withWordsParted(text: string): string {
  return text.replace(CAMEL_CASE, '$1 $2')
}

function withoutAddresses(folded: string): string {
  return folded.includes('.') || folded.includes('@') || folded.includes('://')
    ? folded.replace(ADDRESSES, ' ')
    : folded
}
