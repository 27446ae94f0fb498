import type { Author } from './authors.ts'
import { coinWord } from './coined-words.ts'
import { replacePunctuation } from './fancy-text.ts'
import type { Random } from './random.ts'
import type { Language } from './vocabulary.ts'
import type { WordDraws } from './word-draws.ts'

const MAX_DESCRIPTION_LENGTH = 300

/** Sentences by language. {word}, {coined}, {author}, {base} and {number} are filled in. */
const SENTENCES: Partial<Record<Language, readonly string[]>> = {
  english: [
    'Made by {author}. ',
    'Public avatar made by {author}! ',
    'Full version: {author}.gumroad.com/l/{coined} ',
    'Head: https://{coined}.gumroad.com Hair: https://payhip.com/{coined} ',
    'Remake of my very first public avatar <3 ',
    'Has {word} and {word} toggles. ',
    'Face tracking, VRCFT. ',
    'Works on Quest! ',
    'Base: {base} by {coined}. ',
    'Edited by {author}, textures by {coined}. ',
    'Join my server: https://discord.gg/{coined} ',
    'Just a {word}. ',
    '{base} with {word}, {word} and {word}. ',
    'please do not reupload ',
    'WIP - more {word} soon ',
    'DPS | GoGo | {word} | {word} ',
    'Updated 14/05/2026 ',
    'A {word} {word} from {coined}. ',
    'commission for {coined} ',
    '{word} {word} {word} ',
    'hello :) ',
  ],
  japanese: [
    '{base}改変です。',
    '試着用サンプルアバター ',
    'Quest対応〇 ',
    '{word}の{word}。',
    'PC専用、{word}ギミックあり。',
    '製作: {author} ',
    '{base}をベースに{word}にしました！',
    'ご自由にどうぞ。',
    'booth: {coined}.booth.pm ',
    '{word}{word} ',
  ],
  chinese: [
    '{base}改模，{word}。',
    '之后会更新衣服和道具，欢迎加群 {number} ',
    '免费公开，请勿倒卖。',
    '{word}{word}版本 ',
    '作者: {author} ',
    '优化版，带{word}。',
  ],
  korean: [
    '{base} 개변 아바타입니다. ',
    '{word} {word} ',
    '제작: {author} ',
    '퀘스트 지원 ',
    '자유롭게 쓰세요! ',
    '{word} 의상 포함. ',
  ],
  russian: ['{word} {word}. ', 'сделал {author} ', 'Для друзей, {word}. '],
  spanish: ['Hecho por {author}. ', '{word} y {word}. ', 'Avatar público para Quest. '],
}
const PLACEHOLDER = /\{(\w+)\}/g
/** Half of a surrogate pair that the cut split. */
const LONE_SURROGATE = /[\ud800-\udbff]$/

/** Draws descriptions: often empty or a copy of the name, otherwise sentences of lognormal length. */
export function createDescriptionDraw(
  words: WordDraws,
): (random: Random, author: Author, name: string) => string {
  const drawSentence = (random: Random, author: Author, language: Language): string =>
    random.pick(SENTENCES[language]!).replace(PLACEHOLDER, (_, name: string) => {
      switch (name) {
        case 'word':
          return words.word(language)(random)
        case 'author':
          return author.name
        case 'base':
          return language === 'english' ? author.bases[0].latin : author.bases[0].native
        case 'number':
          return String(10_000_000 + random.below(90_000_000))
        default:
          return coinWord('english', random.below(50_000))
      }
    })

  return (random, author, name) => {
    const kind = random.unit()
    if (kind < 0.04) return ''
    if (kind < 0.47) return name
    const isNative = author.language in SENTENCES && random.chance(0.75)
    const language = isNative ? author.language : 'english'
    const length = Math.min(MAX_DESCRIPTION_LENGTH, Math.exp(3.05 + 0.95 * random.gaussian()))
    let text = ''
    while (text.length < length) text += drawSentence(random, author, language)
    return replacePunctuation(text.trim()).slice(0, MAX_DESCRIPTION_LENGTH).replace(LONE_SURROGATE, '')
  }
}
