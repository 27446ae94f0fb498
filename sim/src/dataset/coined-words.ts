import { scramble } from './random.ts'
import type { Language } from './vocabulary.ts'

/** Languages with coined words; the others have only the words of the vocabulary. */
export type CoiningLanguage = Extract<Language, 'english' | 'japanese' | 'chinese' | 'korean'>

const SYLLABLES =
  `ka ri na zu lo mi ta sha re xi no va el ly ra be du ki mo sa ne fi la to gu ya ze ro vi ash en or is an yu ho
  ce da pe wy lin ther sel ven dra zor nyx bel mar cor th ia on us`.split(/\s+/)
const KATAKANA = [
  ...'アイウエオカキクケコサシスセソタチツテトナニヌネノハヒフヘホマミムメモヤユヨラリルレロワンガギグゴザジズダデドバビブベボパピプペポ',
]
const HIRAGANA = KATAKANA.map(kana => String.fromCodePoint(kana.codePointAt(0)! - 0x60))
const HAN = [
  ...'月雪花风夜星樱梦冰雨白黑红蓝小狐猫龙鬼云海山川光影灵音心天羽叶千明美凛雅琉璃墨竹兰枫霜岚汐澪',
]
const HANGUL = [
  ...'가나다라마바사아자카타파하고노도로모보소오조초코토포호구누두루무부수우주추쿠투푸후린연은설화유리나율채빈민지현',
]

function spell(parts: readonly string[], count: number, hash: number): string {
  let word = ''
  for (let i = 0, next = hash; i < count; i++, next = scramble(next + i)) word += parts[next % parts.length]
  return word
}

/** Makes a pronounceable word from a number; equal numbers give equal words. */
export function coinWord(language: CoiningLanguage, number: number): string {
  const hash = scramble(number + 0x2545f491)
  const [first, second, third] = [hash & 1, (hash >>> 1) & 1, (hash >>> 2) & 1]
  switch (language) {
    case 'english':
      return spell(SYLLABLES, 2 + first + (second & third), hash >>> 3)
    case 'japanese':
      return spell(first ? KATAKANA : HIRAGANA, 2 + second + third, hash >>> 3) + (hash % 9 === 0 ? 'ー' : '')
    case 'chinese':
      return spell(HAN, 2 + first, hash >>> 3)
    case 'korean':
      return spell(HANGUL, 2 + first, hash >>> 3)
  }
}
