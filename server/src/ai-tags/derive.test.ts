import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { codePoint } from '../../tests/support/code-point.ts'
import { cpuMsOf } from '../../tests/support/cpu-time.ts'
import { deriveAiTags } from './derive.ts'
import { readVocabulary } from './vocabulary.ts'

const tags = (name: string, description = '') => deriveAiTags(name, description)

const SAME: Record<string, [name: string, description: string, expected: string[]][]> = {
  'English words count whole, in any case, in the plural and with a number': [
    ['Arctic FOX', '', ['fox']],
    ['Two Wolves and Three Cats', '', ['cat', 'wolf']],
    ['Foxglove Catering', '', []],
    ['Manuka2', '', ['manuka']],
    ['robotV3', '', ['robot']],
    ['99Hedgehog', '', ['hedgehog']],
  ],
  'a phrase may be written with spaces, a hyphen, an underscore or none': [
    ['Zed', 'face tracking', ['face_tracking']],
    ['Zed', 'Face-Tracking', ['face_tracking']],
    ['Zed', 'FACE_TRACKING', ['face_tracking']],
    ['Zed', 'facetracking', ['face_tracking']],
  ],
  'the words of a name written as one are found by their capitals': [
    ['PirateGhost', '', ['ghost', 'pirate']],
    ['pirateghost', '', []],
  ],
  'fancy letters and look-alike punctuation are read as plain ones': [
    ['ᴄᴜᴛᴇ 𝗙𝗼𝘅', '', ['fox', 'cute']],
    ['Queenǃǃ（Quest）', '', ['queen', 'quest']],
  ],
  'Japanese, Korean and Chinese are found without spaces': [
    ['銀狐メイド', '', ['fox', 'maid']],
    ['しろいうさぎさん', '', ['rabbit']],
    ['검은여우메이드', '', ['fox', 'maid']],
    ['可爱的机器人女仆', '', ['robot', 'cute', 'maid']],
    ['マヌカ改変', 'Quest対応', ['quest', 'manuka']],
    ['ﾏﾇｶ', '', ['manuka']],
  ],
  'the longest phrase wins and its parts are spent': [
    ['熊猫', '', ['panda']],
    ['レッサーパンダ', '', ['red_panda']],
    ['Hot Dog', '', ['food']],
    ['小龙娘和恐龙', '', ['dinosaur', 'dragon']],
    ['レインコート', '', ['coat']],
    ['A lesser panda', '', ['red_panda']],
  ],
  'short words of kana and Hangul count alone only': [
    ['ネコ', '', ['cat']],
    ['ネコ耳の子', '', ['cat']],
    ['コネコネ', '', []],
    ['ひとりぼっち', '', []],
    ['とり日和', '', ['bird']],
    ['용', '', ['dragon']],
    ['사용법', '', []],
  ],
  'what is told to be missing is no tag': [
    ['Zed', 'no quest', []],
    ['Zed', 'Not available on Quest yet, has toggles', ['toggles']],
    ['Zed', 'without any face tracking', []],
    ['Zed', 'Quest非対応', []],
    ['Zed', '퀘스트 미지원', []],
    ['Zed', '没有面捕', []],
    ['Zed', 'face tracking not included', []],
    ['Zed', 'hue shift menu not included', []],
    ['Zed', 'Everything except face tracking', []],
    ['Zed', 'バナナじゃない', []],
  ],
  'a negation ends with its clause': [
    ['Zed', 'Was it hard? No. Quest and dances', ['quest', 'dance']],
    ['Zed', 'No reposts! Fox', ['fox']],
  ],
  'phrases that mean something else are passed over': [
    ['Zed', 'dog tags', []],
    ['Zed', 'oh baby, 6 ft', []],
    ['Zed', 'おかあさんの馬鹿', []],
  ],
  'names of people and shops are not the avatar': [
    ['Zed by Fox', '', []],
    ['Zed', 'Made by Silver Wolf. Has a tail', ['tail']],
    ['Zed', 'made by Mina Quest', ['quest']],
    ['Zed', 'Thanks to Bunny for the boots', ['boots']],
    ['Zed', 'https://example.com/fox/cat shop.example.com/wolf @foxgirl', []],
    ['Zed', 'https˸⁄⁄example․com⁄fox', []],
  ],
  'one word may say two things': [
    ['Catgirl', '', ['cat', 'kemonomimi', 'female']],
    ['猫娘', '', ['cat', 'kemonomimi']],
    ['Foxtaur', '', ['fox', 'taur']],
  ],
  'a series is found inside made-up words': [['Bubblakyo', '', ['akyo']]],
  'name and description are apart': [
    ['Face', 'tracking', []],
    ['Fox', 'trotting', ['fox']],
  ],
  'nothing is found in nothing': [
    ['', '', []],
    ['   ', '\u0000', []],
    ['🦊✨', '', []],
  ],
}

for (const [rule, table] of Object.entries(SAME)) {
  test(rule, () => {
    for (const [name, description, expected] of table) {
      assert.deepEqual(tags(name, description), expected, JSON.stringify([name, description]))
    }
  })
}

test('tags are distinct and in vocabulary order, whatever the order of the words', () => {
  const order = readVocabulary().flatMap(group => Object.keys(group.tags))
  const words = fc.shuffledSubarray(['fox', 'cute', 'quest', 'マヌカ', 'maid', '猫', 'robot', 'no', 'by'])
  fc.assert(
    fc.property(words, words, (name, description) => {
      const found = tags(name.join(' '), description.join(' '))
      assert.deepEqual(found, [...new Set(found)])
      assert.deepEqual(
        found,
        order.filter(tag => found.includes(tag)),
      )
    }),
  )
})

test('every text is accepted', () => {
  fc.assert(
    fc.property(fc.string({ unit: codePoint }), fc.string({ unit: codePoint }), (name, description) => {
      assert.ok(Array.isArray(tags(name, description)))
    }),
  )
})

test('the time for a hostile text grows with its length alone', () => {
  const cpuMs = cpuMsOf(() => {
    for (const unit of ['.', 'a.', 'a-', '@', 'no ', 'by ', 'no a ', '熊', 'aB', 'http', 'fox '])
      tags(unit.repeat(100_000 / unit.length))
  })
  assert.ok(cpuMs < 5000, `${cpuMs} ms`)
})
