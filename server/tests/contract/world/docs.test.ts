import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, it } from 'node:test'
import { asJsonSchema } from '@avatary/contract/json-schema'
import { worldRoutes } from '@avatary/contract/routes/world'
import { WorldAvatarSchema } from '@avatary/contract/world'
import { INVENTED_AVATARS, inventedId } from '../../support/invented-avatars.ts'
import { WorldApp } from '../../support/world-app.ts'

const PAGE = readFileSync(resolve(import.meta.dirname, '../../../../docs/world.md'), 'utf8')

/** Paths in code spans, with placeholders replaced by an existing avatar and author. */
function addresses(): string[] {
  const found = [...PAGE.matchAll(/`(?:https:\/\/avatars\.example\/api)?(\/world\/[^`\s]+)`/g)].map(
    ([, path]) => path!.replace('avtr_…', inventedId(1)).replace('usr_…', INVENTED_AVATARS[0]!.authorId!),
  )
  return [...new Set(found)]
}

/**
 * Rows of the table of limits: names of paths or sections, the default and the maximum; several are separated by
 * semicolons.
 */
function limits(): Map<string, { byDefault: number; maximum: number }> {
  const rows = [...PAGE.matchAll(/^\| ([a-z,; ]+) \| ([\d; ]+) \| ([\d; ]+) \|$/gm)]
  return new Map(
    rows.flatMap(([, names, defaults, maxima]) =>
      names!.split(';').flatMap((group, i) =>
        group.split(',').map(name => {
          const numbers = [defaults!, maxima!].map(text => Number(text.split(';')[i] ?? text.split(';')[0]))
          return [name.trim(), { byDefault: numbers[0]!, maximum: numbers[1]! }] as const
        }),
      ),
    ),
  )
}

describe('docs/world.md', () => {
  it('names addresses that are answered', async () => {
    await using world = await WorldApp.start()
    const paths = addresses()
    assert.ok(paths.length > 15, `only ${paths.length}`)
    for (const path of paths) {
      const response = await world.app.get(path)
      const { code } = (await response.json()) as { code?: string }
      assert.ok(response.ok || code === 'upstream_not_configured', `${path}: ${response.status} ${code}`)
    }
  })

  it('names every field of an avatar', () => {
    const [, fields] = /\*\*Lists\*\*[^*]*An\s+avatar has `([^`]+)`/.exec(PAGE) ?? []
    assert.deepEqual(fields?.replaceAll('[]', '').split(', '), Object.keys(WorldAvatarSchema.properties))
  })

  it('has the limits of the contract', () => {
    const documented = limits()
    const routes = {
      search: 'worldSearch',
      list: 'worldList',
      trending: 'worldTrending',
      random: 'worldRandom',
      all: 'worldAll',
      promoted: 'worldPromoted',
      'promoted groups': 'worldPromotedGroups',
      tags: 'worldTags',
      supporters: 'worldSupporters',
      searches: 'worldSearches',
      leaderboard: 'worldLeaderboard',
    } as const
    for (const [name, id] of Object.entries(routes)) {
      const { default: byDefault, maximum } = asJsonSchema(worldRoutes[id].query).properties!.limit!
      assert.deepEqual(documented.get(name), { byDefault, maximum }, name)
    }
  })
})
