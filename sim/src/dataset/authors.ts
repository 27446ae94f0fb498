import { coinWord } from './coined-words.ts'
import { type Draw, weighted } from './distributions.ts'
import {
  cut,
  decorate,
  disguise,
  FANCY_ALPHABETS,
  type Replacements,
  replacePunctuation,
  strikeThrough,
  substitute,
  titleCase,
} from './fancy-text.ts'
import { Random } from './random.ts'
import { type BaseModel, type Language, WORDS } from './vocabulary.ts'
import type { WordDraws } from './word-draws.ts'

/** The stream of random numbers for authors, see `Random.startAt`. */
const AUTHOR_STREAM = 2
const MAX_NAME_LENGTH = 16
/** Authors below this rank are cached; others are so rare that they are regenerated. */
const CACHED_AUTHORS = 100_000
const LEGACY_ID_CHARACTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz0123456789'

export interface Author {
  readonly id: string
  readonly name: string
  readonly language: Language
  /** The author's most frequent base model, and a second one. */
  readonly bases: readonly [BaseModel, BaseModel]
  /** True when some names of avatars end with the author's name. */
  readonly signsNames: boolean
  readonly writesLowerCase: boolean
  /** Characters that replace Latin letters in the author's names; null for ordinary letters. */
  readonly alphabet: Replacements | null
  readonly tagsOften: boolean
  /** From 0 to 1: the higher, the fewer avatars have mobile builds. */
  readonly pcOnlyTendency: number
}

const drawLanguage = weighted<Language>([
  [64, 'english'],
  [18, 'japanese'],
  [7, 'chinese'],
  [5, 'korean'],
  [3, 'spanish'],
  [2, 'russian'],
  [0.5, 'thai'],
  [0.5, 'arabic'],
])

const coin: Draw<string> = random => coinWord('english', random.uint32())
const pickEnglish: Draw<string> = random => random.pick(WORDS.english)

const drawLatinHandle = weighted<Draw<string>>([
  [34, random => titleCase(coin(random))],
  [18, random => titleCase(pickEnglish(random)) + titleCase(coin(random))],
  [12, coin],
  [10, random => `${titleCase(pickEnglish(random))}_${titleCase(coin(random))}`],
  [10, random => pickEnglish(random) + random.below(10_000)],
  [6, random => `${titleCase(coin(random))} ${titleCase(pickEnglish(random))}`],
  [5, random => `~${titleCase(coin(random))}~`],
  [5, random => `-${coin(random)}-`],
])

function drawHandle(random: Random, language: Language): string {
  if (language === 'english' || language === 'spanish') {
    const handle = drawLatinHandle(random)(random)
    return random.chance(0.08) ? handle + random.below(1000) : handle
  }
  if (random.chance(0.25))
    return titleCase(coin(random)) + (random.chance(0.3) ? `_${random.below(100)}` : '')
  if (language === 'japanese' || language === 'chinese' || language === 'korean') {
    const half = coinWord(language, random.uint32())
    return random.chance(0.4) ? half + coinWord(language, random.uint32()) : half
  }
  const word = random.pick(WORDS[language])
  return random.chance(0.4) ? `${word} ${random.pick(WORDS[language])}` : word
}

function drawName(random: Random, language: Language): string {
  let name = drawHandle(random, language)
  if (language === 'english') {
    if (random.chance(0.13)) name = substitute(name, random.pick(FANCY_ALPHABETS))
    if (random.chance(0.02)) name = disguise(name)
  }
  if (random.chance(0.06)) name = decorate(name, random)
  if (random.chance(0.02)) name = strikeThrough(name)
  return replacePunctuation(cut(name, MAX_NAME_LENGTH).trim())
}

function drawId(random: Random): string {
  if (!random.chance(0.004)) return `usr_${random.uuid()}`
  return Array.from({ length: 10 }, () => random.pick([...LEGACY_ID_CHARACTERS])).join('')
}

/** Makes the author of a rank; equal seeds give equal authors, in any order of calls. */
export function createAuthors(seed: number, words: WordDraws): (rank: number) => Author {
  const cachedAuthors: Author[] = []
  const random = new Random()

  const drawAuthor = (rank: number): Author => {
    random.startAt(seed, AUTHOR_STREAM, rank)
    const language = drawLanguage(random)
    return {
      id: drawId(random),
      name: drawName(random, language),
      language,
      bases: [words.base(random), words.base(random)],
      signsNames: random.chance(0.12),
      writesLowerCase: random.chance(0.22),
      alphabet: random.chance(0.05) ? random.pick(FANCY_ALPHABETS) : null,
      tagsOften: random.chance(0.32),
      pcOnlyTendency: random.unit(),
    }
  }
  return rank => {
    const cachedAuthor = cachedAuthors[rank]
    if (cachedAuthor !== undefined) return cachedAuthor
    const author = drawAuthor(rank)
    if (rank < CACHED_AUTHORS) cachedAuthors[rank] = author
    return author
  }
}

/** Draws the base model of an avatar, mostly one of the author's two. */
export function drawBase(random: Random, author: Author, words: WordDraws): BaseModel {
  if (random.chance(0.4)) return words.base(random)
  return random.chance(0.7) ? author.bases[0] : author.bases[1]
}
