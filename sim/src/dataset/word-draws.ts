import { type CoiningLanguage, coinWord } from './coined-words.ts'
import { type Draw, zipf } from './distributions.ts'
import { titleCase } from './fancy-text.ts'
import { BASES, type BaseModel, LANGUAGES, type Language, WORDS } from './vocabulary.ts'

/** Number of words, and the exponent of their frequencies, in languages with coined words. */
const FREQUENCIES: Record<CoiningLanguage, { count: number; exponent: number }> = {
  english: { count: 60_000, exponent: 1.03 },
  japanese: { count: 30_000, exponent: 0.98 },
  chinese: { count: 20_000, exponent: 0.98 },
  korean: { count: 20_000, exponent: 0.98 },
}

function createWordDraw(language: Language): Draw<string> {
  const knownWords = WORDS[language]
  if (!isCoining(language)) return random => random.pick(knownWords)
  const drawRank = zipf(FREQUENCIES[language].count, { exponent: FREQUENCIES[language].exponent, shift: 12 })
  const coinedWords: string[] = []
  return random => {
    const rank = drawRank(random)
    const word = knownWords[rank] ?? coinedWords[rank] ?? coinWord(language, rank)
    if (rank >= knownWords.length) coinedWords[rank] = word
    return word
  }
}

function isCoining(language: Language): language is CoiningLanguage {
  return language in FREQUENCIES
}

export interface WordDraws {
  /** Draws a word of a language by its frequency. */
  word(language: Language): Draw<string>
  /** Draws an English word with a capital. */
  readonly titleCaseWord: Draw<string>
  /** Draws a coined English word with a capital, which few avatars share. */
  readonly coinedWord: Draw<string>
  readonly base: Draw<BaseModel>
}

export function createWordDraws(): WordDraws {
  const draws = new Map(LANGUAGES.map(language => [language, createWordDraw(language)]))
  const word = (language: Language) => draws.get(language)!
  const drawBase = zipf(BASES.length, { exponent: 0.9, shift: 3 })
  return {
    word,
    titleCaseWord: random => titleCase(word('english')(random)),
    coinedWord: random => titleCase(coinWord('english', random.below(50_000))),
    base: random => BASES[drawBase(random)]!,
  }
}
