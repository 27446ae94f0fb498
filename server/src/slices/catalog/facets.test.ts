import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Platform } from '@avatary/contract/avatar'
import { recordWith } from '../../../tests/support/blank-avatar.ts'
import { avatarPatch, emptyModel } from '../../../tests/support/read-model.ts'
import { runInTurns } from '../../kernel/run-in-turns.ts'
import { facets } from './facets.ts'
import { catalogQuery } from './search.ts'

const TAGS = 30
/** Searches in the first turn: the total, one per platform, and the matches whose tags are read. */
const MAX_IN_A_TURN = 6

test('facets are counted over several short turns of the event loop', async () => {
  const model = emptyModel()
  const tags = Array.from({ length: TAGS }, (_, i) => `tag${i}`)
  const { id } = avatarPatch(1)
  model.apply({ records: [recordWith({ key: 1, id, name: 'Fox', tags })], counters: [] })
  let searches = 0
  const search: typeof model.search = query => {
    searches++
    return model.search(query)
  }
  const view = { search, topTags: model.topTags.bind(model), read: model.read.bind(model) }
  const all = { q: 'fox', sort: 'popular', limit: TAGS, offset: 0 } as const
  const onPlatform = (platform: Platform) => catalogQuery({ ...all, platform })
  let isDone = false
  const counting = runInTurns(facets(view, catalogQuery(all), onPlatform, TAGS)).finally(() => {
    isDone = true
  })
  const perTurn: number[] = []
  while (!isDone) {
    perTurn.push(searches)
    searches = 0
    await nextTurn()
  }
  perTurn.push(searches)
  assert.equal((await counting).tags.length, TAGS)
  assert.ok(Math.max(...perTurn) <= MAX_IN_A_TURN, perTurn.join(' '))
})
