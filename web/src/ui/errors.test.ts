import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { MAX_GROUPS, MAX_SAVED_AVATARS } from '@avatary/contract/account'
import { MAX_APPLICATIONS } from '@avatary/contract/applications'
import { ERRORS } from '@avatary/contract/errors'
import { MAX_KEYS } from '@avatary/contract/keys'
import { MAX_CLAUSES, MAX_DEPTH } from '@avatary/contract/query-language'
import { errors as en } from './errors.en.ts'
import { errors as ja } from './errors.ja.ts'
import { errors as ko } from './errors.ko.ts'
import { errors as zh } from './errors.zh.ts'

const BOUNDS = {
  group_limit_reached: MAX_GROUPS,
  saved_limit_reached: MAX_SAVED_AVATARS,
  key_limit_reached: MAX_KEYS,
  application_limit_reached: MAX_APPLICATIONS,
} as const

describe('the reasons of refusals', () => {
  for (const [locale, errors] of Object.entries({ en, ja, ko, zh }))
    it(`name the bound that was reached: ${locale}`, () => {
      for (const [code, bound] of Object.entries(BOUNDS))
        assert.match(errors[code as keyof typeof BOUNDS], numberOf(bound))
    })

  for (const [locale, { search_too_complex }] of Object.entries({ en, ja, ko, zh }))
    it(`name the bounds of a search text: ${locale}`, () => {
      for (const bound of [MAX_CLAUSES, MAX_DEPTH]) assert.match(search_too_complex, numberOf(bound))
    })

  it('name the bound in the interface, too', () => {
    for (const [code, bound] of Object.entries(BOUNDS))
      assert.match(ERRORS[code as keyof typeof BOUNDS].message, numberOf(bound))
  })
})

const numberOf = (bound: number) => new RegExp(`(?<![\\d,])${bound.toLocaleString('en')}(?![\\d,])`)
