import { type Author, drawBase } from './authors.ts'
import { coinWord } from './coined-words.ts'
import { type Draw, weighted } from './distributions.ts'
import { cut, DECORATIONS, FANCY_ALPHABETS, replacePunctuation, substitute, titleCase } from './fancy-text.ts'
import type { Random } from './random.ts'
import type { Language } from './vocabulary.ts'
import type { WordDraws } from './word-draws.ts'

const MAX_NAME_LENGTH = 64
/** Most frequent first: most names of random keys have only the first twenty. */
const SMASHED_KEYS = 'asdfghjklqwertyuiopzxcvbnm1234567890'
const JAPANESE_OR_CHINESE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u

type Pattern = (random: Random, author: Author) => string

const drawSuffix = weighted([
  [560, ''],
  [36, ' (Public)'],
  [34, ' Public'],
  [10, ' [PUBLIC]'],
  [6, ' (PC)'],
  [16, ' [QUEST]'],
  [18, ' Quest'],
  [22, ' FT'],
  [10, ' VRCFT'],
  [5, ' (Face Tracking)'],
  [26, ' V2'],
  [12, ' v3'],
  [12, ' 2.0'],
  [9, ' v1.1'],
  [12, ' (WIP)'],
  [6, ' <3'],
  [8, '!'],
  [6, ' ~'],
  [6, ' (SFW)'],
  [12, ' edit'],
  [4, ' - copy'],
  [10, ' 1'],
  [9, ' test'],
  [4, ' & friends'],
  [5, ' | dps'],
  [5, ' w/ toggles'],
  [5, ' POV'],
  [4, ' *NEW*'],
  [3, ' #2'],
  [2, ' 50% off'],
])
const drawJapaneseOrChineseSuffix = weighted([
  [620, ''],
  [40, '_Quest'],
  [30, ' Quest対応'],
  [26, '(公開)'],
  [26, ' ver1.1'],
  [30, '_v2'],
  [12, '【試着】'],
  [24, '(サンプル)'],
  [18, '・改'],
  [22, '_FT'],
  [20, ' Public'],
  [30, '2'],
  [12, '♡'],
  [8, '～'],
  [8, ' [PC]'],
  [10, '!'],
])

interface PatternDraws {
  words: WordDraws
  /** The base model of the author's avatars, in Latin letters and in its own script. */
  latin: Pattern
  native: Pattern
}

/** Draws names of avatars in the style of their author. */
export function createNameDraw(words: WordDraws): (random: Random, author: Author) => string {
  const draws: PatternDraws = {
    words,
    latin: (random, author) => drawBase(random, author, words).latin,
    native: (random, author) => drawBase(random, author, words).native,
  }
  const drawEnglishWord = words.word('english')
  const drawEnglishPattern = englishPatterns(draws)
  const patterns: Readonly<Record<Language, Draw<Pattern>>> = {
    english: drawEnglishPattern,
    japanese: japanesePatterns(draws),
    chinese: chinesePatterns(draws),
    korean: koreanPatterns(draws),
    spanish: otherPatterns('spanish', draws, drawEnglishPattern),
    russian: otherPatterns('russian', draws, drawEnglishPattern),
    thai: otherPatterns('thai', draws, drawEnglishPattern),
    arabic: otherPatterns('arabic', draws, drawEnglishPattern),
  }
  return (random, author) => {
    const isInEnglish = author.language === 'english' || random.chance(0.22)
    const draw = patterns[isInEnglish ? 'english' : author.language]
    const name = addStyleAndSuffix(draw(random)(random, author), random, author)
    return cut(replacePunctuation(frame(name, random, drawEnglishWord)), MAX_NAME_LENGTH)
  }
}

function englishPatterns({ words, latin }: PatternDraws): Draw<Pattern> {
  const { titleCaseWord, coinedWord } = words
  const english = words.word('english')
  return weighted<Pattern>([
    [21, coinedWord],
    [12, titleCaseWord],
    [14, r => `${titleCaseWord(r)} ${titleCaseWord(r)}`],
    [9, (r, author) => `${latin(r, author)} ${titleCaseWord(r)}`],
    [6, (r, author) => `${titleCaseWord(r)} ${latin(r, author)}`],
    [5, latin],
    [9, r => `${coinedWord(r)} ${titleCaseWord(r)}`],
    [6, r => `${titleCaseWord(r)} ${titleCaseWord(r)} ${titleCaseWord(r)}`],
    [4, r => titleCaseWord(r) + titleCaseWord(r)],
    [3, r => `${coinedWord(r)} the ${titleCaseWord(r)}`],
    [2.5, r => `${titleCaseWord(r)}_${titleCaseWord(r)}`],
    [2, (r, author) => `${latin(r, author)} ${titleCaseWord(r)} ${titleCaseWord(r)} ${titleCaseWord(r)}`],
    [3, smashKeys],
    [1.5, r => `${titleCaseWord(r)} ${drawSeveral(r, english, 3 + r.below(7), ' ')}`],
    [2, r => `${coinedWord(r)}-${r.below(10_000)}`],
  ])
}

function japanesePatterns({ words, latin, native }: PatternDraws): Draw<Pattern> {
  const english = words.word('english')
  const japanese = words.word('japanese')
  return weighted<Pattern>([
    [16, native],
    [9, (r, author) => native(r, author) + r.pick(['_', ' ', '']) + japanese(r)],
    [9, (r, author) => latin(r, author) + r.pick(['_', ' ', '']) + japanese(r)],
    [10, (r, author) => japanese(r) + native(r, author)],
    [14, r => japanese(r) + japanese(r)],
    [10, japanese],
    [8, (r, author) => `${latin(r, author)}_${english(r)}`],
    [6, (r, author) => `${native(r, author)} ${latin(r, author)}`],
    [6, r => `${japanese(r)}・${japanese(r)}${japanese(r)}`],
    [6, r => titleCase(coinWord('english', r.uint32()))],
    [6, (r, author) => `${latin(r, author)}${r.below(20)}_${japanese(r)}`],
  ])
}

function chinesePatterns({ words, latin }: PatternDraws): Draw<Pattern> {
  const english = words.word('english')
  const chinese = words.word('chinese')
  return weighted<Pattern>([
    [20, r => chinese(r) + chinese(r)],
    [12, chinese],
    [16, (r, author) => `${latin(r, author)}_${chinese(r)}`],
    [10, (r, author) => latin(r, author) + chinese(r)],
    [10, r => chinese(r) + chinese(r) + chinese(r)],
    [8, (r, author) => `${latin(r, author)} ${r.below(10)}-FT`],
    [8, r => `${r.below(100)}-${chinese(r)}${chinese(r)}`],
    [16, (r, author) => `${latin(r, author)} ${english(r)}`],
  ])
}

function koreanPatterns({ words, latin }: PatternDraws): Draw<Pattern> {
  const korean = words.word('korean')
  return weighted<Pattern>([
    [25, r => `${korean(r)} ${korean(r)}`],
    [15, korean],
    [18, (r, author) => `${latin(r, author)} ${korean(r)}`],
    [14, r => korean(r) + korean(r)],
    [10, latin],
    [18, r => `${titleCase(coinWord('english', r.uint32()))} ${korean(r)}`],
  ])
}

function otherPatterns(
  language: Language,
  { words }: PatternDraws,
  drawEnglishPattern: Draw<Pattern>,
): Draw<Pattern> {
  const word = words.word(language)
  return weighted<Pattern>([
    [30, r => titleCase(word(r))],
    [30, r => `${titleCase(word(r))} ${word(r)}`],
    [20, r => `${words.base(r).latin} ${word(r)}`],
    [20, (r, author) => drawEnglishPattern(r)(r, author)],
  ])
}

function drawSeveral(random: Random, draw: Draw<string>, count: number, separator: string): string {
  return Array.from({ length: count }, () => draw(random)).join(separator)
}

/** Makes a name of random keys, such as `asdkjf`. */
function smashKeys(random: Random): string {
  const keyCount = random.chance(0.7) ? 20 : SMASHED_KEYS.length
  return drawSeveral(random, r => SMASHED_KEYS.charAt(r.below(keyCount)), 3 + random.below(12), '')
}

/** Formats the core of a name in the author's style, with suffixes. */
function addStyleAndSuffix(core: string, random: Random, author: Author): string {
  const signature = author.signsNames && random.chance(0.5) ? ` by ${author.name}` : ''
  if (JAPANESE_OR_CHINESE.test(core)) return core + drawJapaneseOrChineseSuffix(random) + signature
  return applyStyle(core, random, author) + drawSuffix(random) + signature
}

function applyStyle(core: string, random: Random, author: Author): string {
  if (author.alphabet !== null) return substitute(core, author.alphabet)
  if (random.chance(0.006)) return substitute(core, random.pick(FANCY_ALPHABETS))
  if (author.writesLowerCase) return core.toLowerCase()
  return random.chance(0.06) ? core.toUpperCase() : core
}

/** Frames one name in twenty with brackets, marks or decorations. */
function frame(name: string, random: Random, drawEnglishWord: Draw<string>): string {
  const kind = random.unit()
  if (kind < 0.012) return `[${name}]`
  if (kind < 0.02) return `!${name}!`
  if (kind < 0.026) return `- ${name} -`
  if (kind < 0.036) return `(${drawEnglishWord(random)}) ${name}`
  if (kind >= 0.046) return name
  const decoration = random.pick(DECORATIONS)
  return `${decoration} ${name} ${decoration}`
}
