import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type Settings, SettingsSchema } from '@avatary/contract/settings'
import fc from 'fast-check'
import { Compile } from 'typebox/compile'
import { clampSettings, DEFAULT_SETTINGS, type SettingsPatch } from './clamp.ts'

const validator = Compile(SettingsSchema)
const after = (patch: SettingsPatch) => clampSettings(DEFAULT_SETTINGS, patch)

describe('clamping settings', () => {
  it('turns any input into valid settings', () => {
    const value = fc.oneof(
      fc.anything(),
      fc.double(),
      fc.constantFrom('pc', 'NAME', '36', 'on', Number.POSITIVE_INFINITY),
    )
    const patch = fc.dictionary(
      fc.constantFrom(...Object.keys(DEFAULT_SETTINGS), 'other', '__proto__'),
      value,
    )
    fc.assert(
      fc.property(patch, given => {
        const settings = after(given)
        assert.ok(validator.Check(settings), JSON.stringify(validator.Errors(settings)))
        assert.deepEqual(Object.keys(settings), Object.keys(DEFAULT_SETTINGS))
        assert.deepEqual(clampSettings(settings, settings), settings)
      }),
    )
  })

  it('moves a number of results to the nearest option, the larger of two', () => {
    const cases: [unknown, number][] = [
      [1, 12],
      [-5, 12],
      [17.9, 12],
      [18, 24],
      [41, 36],
      [42, 48],
      [1000, 60],
      [Number.POSITIVE_INFINITY, 60],
      [Number.NEGATIVE_INFINITY, 12],
      ['36', 36],
      [' 50 ', 48],
    ]
    for (const [given, used] of cases) {
      assert.equal(after({ resultsPerPage: given }).resultsPerPage, used, String(given))
    }
  })

  it('reads names in any case and booleans in words', () => {
    const settings = after({
      defaultPlatform: ' Quest ',
      defaultSort: 'POPULAR',
      compactGrid: 'on',
      showAiTags: 0,
    })
    assert.deepEqual(
      [settings.defaultPlatform, settings.defaultSort, settings.compactGrid, settings.showAiTags],
      ['quest', 'popular', true, false],
    )
  })

  it('ignores a value that means no option', () => {
    const set: Settings = { ...DEFAULT_SETTINGS, defaultSort: 'name', resultsPerPage: 48, reduceMotion: true }
    const garbage = {
      defaultSort: 'best',
      resultsPerPage: [12],
      reduceMotion: 'maybe',
      defaultPlatform: null,
    }
    assert.deepEqual(clampSettings(set, garbage), set)
    assert.deepEqual(clampSettings(set, { resultsPerPage: '' }), set)
    assert.deepEqual(clampSettings(set, {}), set)
  })

  it('ignores the prototype of a patch', () => {
    assert.deepEqual(after(Object.create({ defaultSort: 'name' })), DEFAULT_SETTINGS)
  })
})
