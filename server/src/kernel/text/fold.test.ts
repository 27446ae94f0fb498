import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { codePoint } from '../../../tests/support/code-point.ts'
import { fold } from './fold.ts'

const SAME: Record<string, [written: string, folded: string][]> = {
  "the platform's look-alike punctuation is the punctuation it stands for": [
    ['Queenǃǃ', 'queen!!'],
    ['（Public）［PC］｛x｝', '(public)[pc]{x}'],
    ['https˸⁄⁄discord․gg⁄abc', 'https://discord.gg/abc'],
    ['a‚b\u037ec≺3≻∗＆＂＋＝＠＃＄％＼＾｜？', 'a,b;c<3>*&"+=@#$%\\^|?'],
  ],
  'fancy alphabets are plain letters': [
    ['𝗔𝗴𝗹 𝓕𝓸𝔁 𝕱𝖔𝖝 𝙵𝚘𝚡 ℱox', 'agl fox fox fox fox'],
    ['ＡＧＬ２', 'agl2'],
    ['ᴬᵍˡ ᶠᵒˣ', 'agl fox'],
    ['ᴀɢʟ ғᴏx ǫᴜᴇᴇɴ', 'agl fox queen'],
    ['ǟɢʟ ʄօӼ', 'agl fox'],
  ],
  'enclosed letters and digits are plain ones': [
    ['Ⓕⓞⓧ ⒡⒪⒳ 🅕🅞🅧 🅵🅾🆇 🄵🄾🅇', 'fox fox fox fox fox'],
    ['①❶➊⓵⑴ ⑫ 𝟏 1️⃣', '11111 12 1 1'],
  ],
  'two regional indicators are a flag, a word of its own; more are flags if all are, otherwise letters': [
    ['🇯🇵fox', ' jp fox'],
    ['🇽🇽', ' xx '],
    ['🇯🇵🇰🇷', ' jp  kr '],
    ['🇫🇴🇽', 'fox'],
    ['🇫🇴🇽🇾', 'foxy'],
  ],
  'strike-through, accents and stacked marks are removed': [
    ['F\u0336o\u0336x\u0336', 'fox'],
    ['F\u0334o\u0337x\u0489', 'fox'],
    ['Müller garçon niño Łódź đ ø', 'muller garcon nino lodz d o'],
    ['Z\u0351\u036b\u0343A\u0310L', 'zal'],
  ],
  'marks that make another letter stay': [
    ['か\u3099', 'が'],
    ['แมวน้ำ', 'แมวน้ํา'],
    ['हिन्दी', 'हिन्दी'],
    ['قِطّة', 'قِطّة'],
    ['мой її ў', 'мой її ў'],
  ],
  'ё is е, since Russian writes both': [['Лисёнок', 'лисенок']],
  'half-width and decomposed kana and Hangul are whole characters': [
    ['ﾏﾇｶ ﾊﾞﾆｰ', 'マヌカ バニー'],
    ['マヌカ バニー'.normalize('NFD'), 'マヌカ バニー'],
    ['か゛', 'が'],
    ['한국'.normalize('NFD'), '한국'],
  ],
  'katakana and hiragana stay apart': [['しお シオ', 'しお シオ']],
  'invisible and private characters and lone surrogates are removed': [
    ['F\u2063o\u200b\ufeffx\ue000\u{e0041}\u3164\ud800', 'fox'],
    ['عـــربي', 'عربي'],
  ],
  'a control is a space': [['a\0b\x7fc', 'a b c']],
  'letters of one meaning and several cases are one': [
    ['Straße STRASSE ẞ', 'strasse strasse ss'],
    ['ΟΔΟΣ οδός', 'οδοσ οδοσ'],
    ['İstanbul Kız', 'istanbul kiz'],
  ],
  'a Latin word in disguise of other scripts is Latin, a word of one script or a real mixture is not': [
    ['Nеgan', 'negan'],
    ['𝈀Nеgan', '𝈀negan'],
    ['ж∂Nеgan', 'ж∂negan'],
    ['∂Nеgan', 'dnegan'],
    ['αԋσυ', 'ahou'],
    ['сор αβ', 'сор αβ'],
    ['foxлиса', 'foxлиса'],
  ],
}

for (const [rule, table] of Object.entries(SAME)) {
  test(rule, () => {
    for (const [written, folded] of table) assert.equal(fold(written), folded, JSON.stringify(written))
  })
}

test('folding is idempotent for any text', () => {
  fc.assert(
    fc.property(fc.string({ unit: codePoint }), text => {
      assert.equal(fold(fold(text)), fold(text))
    }),
  )
})

test('folding is idempotent for every character of the first two planes', () => {
  const changedNames: string[] = []
  for (let code = 0; code < 0x20000; code++) {
    const folded = fold(String.fromCodePoint(code))
    if (fold(folded) !== folded) changedNames.push(code.toString(16))
  }
  assert.deepEqual(changedNames, [])
})

test('the fast paths give the same result as the general one, which a half-width kana forces', () => {
  const quick = fc.constantFrom(
    ...'Az09 ~-_\t\n"！ｚＺ（ǃ․‚⁄˸\u037e∗≺≻、。々【〇ぁがゖァヴヶ・ー一狐鿿가한힣',
  )
  fc.assert(
    fc.property(fc.string({ unit: quick }), text => {
      assert.equal(`${fold(text)}ア`, fold(`${text}ｱ`))
    }),
  )
})
