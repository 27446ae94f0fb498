/** Minimum letters of a part, because shorter ones would be found in almost every word. */
const MIN_PART_LENGTH = 3
/** Maximum parts into which a word is split. */
const MAX_PARTS = 4

/**
 * Every way to split a word into two to four known words of at least three letters: "blackcat" into "black" and "cat".
 */
export function splitsOf(word: string, isKnown: (part: string) => boolean): string[][] {
  const foundSplits: string[][] = []
  const addSplits = (start: number, parts: readonly string[]): void => {
    if (parts.length > 0 && isKnown(word.slice(start))) foundSplits.push([...parts, word.slice(start)])
    if (parts.length === MAX_PARTS - 1) return
    for (let end = start + MIN_PART_LENGTH; end <= word.length - MIN_PART_LENGTH; end++) {
      const firstPart = word.slice(start, end)
      if (isKnown(firstPart)) addSplits(end, [...parts, firstPart])
    }
  }
  addSplits(0, [])
  return foundSplits
}
