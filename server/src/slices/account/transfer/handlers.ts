import { type ImportAnswer, MAX_UNKNOWN_IDS } from '@avatary/contract/account'
import type { accountRoutes } from '@avatary/contract/routes/account'
import type { HandlersOf } from '../../../handlers.ts'
import { failure, json, stream } from '../../../kernel/answer.ts'
import type { AccountDeps } from '../deps.ts'
import { parseImport } from './parse-import.ts'
import { renderExport } from './render-export.ts'

export function transferHandlers({ stores: { transfers, groups }, newGroupId, clock }: AccountDeps) {
  return {
    exportFavorites: async ({ person, query }) => {
      const [favorites, ownGroups] = await Promise.all([
        transfers.exportedFavoritesOf(person.key),
        groups.listOf(person.key),
      ])
      const { name, contentType, chunks } = renderExport(query.format, favorites, ownGroups, clock.now())
      return stream(chunks, contentType, {
        isCompressible: true,
        headers: { 'Content-Disposition': `attachment; filename="${name}"` },
      })
    },

    importFavorites: async ({ person, body }) => {
      const file = parseImport(body.text)
      if (file === null) return failure('invalid_import')
      const outcome = await transfers.add(person.key, file, newGroupId, clock.now())
      const { unknownIds, added, already, overLimit, groupsAdded, groupsLeftOut } = outcome
      const answer: ImportAnswer = {
        total: file.entries.length,
        added,
        already,
        unknown: unknownIds.length,
        overLimit,
        invalid: file.invalidCount,
        groupsAdded,
        groupsLeftOut,
        unknownIds: unknownIds.slice(0, MAX_UNKNOWN_IDS),
      }
      return json(answer)
    },
  } satisfies Partial<HandlersOf<typeof accountRoutes>>
}
