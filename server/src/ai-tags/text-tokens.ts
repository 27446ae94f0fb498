import { fold } from '../kernel/text/fold.ts'
import { isUnspaced, textRuns } from '../kernel/text/tokenize.ts'

/**
 * A text as a sequence of tokens: words of letters and digits, single characters of scripts written without spaces, and
 * a `BREAK` between texts and clauses. `isJoined[i]` says that token `i` directly follows the previous one.
 */
export interface TextTokens {
  readonly tokens: readonly string[]
  readonly isJoined: readonly boolean[]
}

/** Matches no synonym, so that no phrase extends across it. */
export const BREAK = '\n'

/**
 * URLs and handles, which contain names of people and shops, not of the avatar. The lookbehind only allows a match at
 * the first character of a host, so that a long row of dots takes linear time.
 */
const ADDRESSES =
  /https?:\S*|@[\w.-]+|(?<![\w.-])[\w.-]+\.(?:com|net|org|io|gg|pm|me|jp|gd|art|shop|store|studio|link|page|site|dev|tv|cc)(?![a-z])\S*/g
/** The characters that end a clause, in folded text. */
const CLAUSE_END = /[|;!?()[\]{}\n。！？「」]|[.,:](?=\s|$)/
const CAMEL_CASE = /([a-z])([A-Z])/g

export function tokensOf(texts: readonly string[]): TextTokens {
  const tokens: string[] = []
  const isJoined: boolean[] = []
  for (const text of texts) {
    for (const clause of withoutAddresses(fold(text)).split(CLAUSE_END)) {
      if (tokens.length > 0 && tokens.at(-1) !== BREAK) {
        tokens.push(BREAK)
        isJoined.push(false)
      }
      addTokens(tokens, isJoined, clause)
    }
  }
  return { tokens, isJoined }
}

function addTokens(tokens: string[], isJoined: boolean[], clause: string): void {
  for (const run of textRuns(clause)) {
    const tokensInRun = isUnspaced(run) ? run : [run]
    let isFollowing = false
    for (const token of tokensInRun) {
      tokens.push(token)
      isJoined.push(isFollowing)
      isFollowing = true
    }
  }
}

/** Splits "FoxGirl" into "Fox Girl". */
export function splitCamelCase(text: string): string {
  return text.replace(CAMEL_CASE, '$1 $2')
}

function withoutAddresses(foldedText: string): string {
  return foldedText.includes('.') || foldedText.includes('@') || foldedText.includes('://')
    ? foldedText.replace(ADDRESSES, ' ')
    : foldedText
}
