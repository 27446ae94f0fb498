import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { withSettings } from './settings.ts'
import { readSearch } from './url-state.ts'

const of = (query: string, defaultPlatform: 'all' | 'quest', defaultSort: 'recent' | 'popular') =>
  withSettings(readSearch(query), { defaultPlatform, defaultSort })

describe('the settings of a person', () => {
  it('stand for what the address of a search does not say', () => {
    assert.deepEqual(of('q=fox', 'quest', 'popular'), { q: 'fox', platform: 'quest', sort: 'popular' })
    assert.deepEqual(of('platform=pc&sort=name', 'quest', 'popular'), { platform: 'pc', sort: 'name' })
  })

  it('let an address show every platform', () => {
    assert.deepEqual(of('platform=all', 'quest', 'recent'), {})
  })

  it('leave the order of a search alone when they are those of everybody', () => {
    assert.deepEqual(of('q=fox', 'all', 'recent'), { q: 'fox' })
    assert.deepEqual(of('q=fox&sort=recent', 'all', 'recent'), { q: 'fox', sort: 'recent' })
  })
})
