import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { withSettings } from './settings.ts'
import { readSearch } from './url-state.ts'

const searchWith = (query: string, defaultPlatform: 'all' | 'quest', defaultSort: 'recent' | 'popular') =>
  withSettings(readSearch(query), { defaultPlatform, defaultSort })

describe('the settings of a person', () => {
  it('fill in what the address of a search does not say', () => {
    assert.deepEqual(searchWith('q=fox', 'quest', 'popular'), {
      q: 'fox',
      platform: 'quest',
      sort: 'popular',
    })
    assert.deepEqual(searchWith('platform=pc&sort=name', 'quest', 'popular'), {
      platform: 'pc',
      sort: 'name',
    })
  })

  it('let an address show every platform', () => {
    assert.deepEqual(searchWith('platform=all', 'quest', 'recent'), {})
  })

  it('leave the order of a search as it is when they are the defaults', () => {
    assert.deepEqual(searchWith('q=fox', 'all', 'recent'), { q: 'fox' })
    assert.deepEqual(searchWith('q=fox&sort=recent', 'all', 'recent'), { q: 'fox', sort: 'recent' })
  })
})
