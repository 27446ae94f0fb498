import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { imitatedWord } from './imitation.ts'

describe('the name of an application', () => {
  for (const [name, imitated] of [
    ['Avatary', 'avatary'],
    ['AVATARY Sync', 'avatary'],
    ['MyAvataryBot', 'avatary'],
    ['Аvаtаrу', 'avatary'],
    ['Αvαταrу', 'avatary'],
    ['Ꭺvatary', 'avatary'],
    ['ＡＶＡＴＡＲＹ', 'avatary'],
    ['𝗔𝘃𝗮𝘁𝗮𝗿𝘆', 'avatary'],
    ['ᴀᴠᴀᴛᴀʀʏ', 'avatary'],
    ['🅐🅥🅐🅣🅐🅡🅨', 'avatary'],
    ['Ávàtäry', 'avatary'],
    ['4v4t4ry', 'avatary'],
    ['@v@tary', 'avatary'],
    ['A v a t a r y', 'avatary'],
    ['Ava-tary', 'avatary'],
    ['Ava\u200btary', 'avatary'],
    ['Ava\u00adtary', 'avatary'],
    ['VRChat', 'vrchat'],
    ['VR Chat Tools', 'vrchat'],
    ['vrсhаt', 'vrchat'],
    ['Official Board', 'official'],
    ['0ff1c1al', 'official'],
    ['OffıciaI', 'official'],
    ['o.f.f.i.c.i.a.l', 'official'],
    ['unofficial, and official', 'official'],
    ['Un Avatary', 'avatary'],
    ['UnVRChat', 'vrchat'],
    ['un moderator', 'moderator'],
    ['Verified Board', 'verified'],
    ['Board Moderator', 'moderator'],
    ['Tablero oficial', 'oficial'],
    ['Официальный', 'официальн'],
    ['公式ボード', '公式'],
    ['官方', '官方'],
    ['공식', '공식'],
  ] as const) {
    it(`${JSON.stringify(name)} reads as ${imitated}`, () => assert.equal(imitatedWord(name), imitated))
  }

  for (const name of [
    'Lantern Board',
    'Avatar Search',
    'My Avatar Yearbook',
    'Avatars of Momo',
    'Unofficial Board',
    'Un-official board',
    'unverified',
    'VRCX Helper',
    'VR Chatter',
    '아바타',
    'アバター',
    'Аватары',
    '狐の面',
    '!!!',
    '',
  ]) {
    it(`${JSON.stringify(name)} is allowed`, () => assert.equal(imitatedWord(name), null))
  }
})
