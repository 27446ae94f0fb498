import { type Imported, MAX_LISTED_UNKNOWN } from '@avatary/contract/account'
import type { accountRoutes } from '@avatary/contract/routes/account'
import type { HandlersOf } from '../../../handlers.ts'
import { failure, json, stream } from '../../../kernel/answer.ts'
import type { AccountDeps } from '../deps.ts'
import { readFile } from './read-file.ts'
import { writeFile } from './write-file.ts'

export function transferHandlers({ stores: { transfers, groups }, newId, clock }: AccountDeps) {
  return {
    exportFavorites: async ({ person, query }) => {
      const [lines, ownGroups] = await Promise.all([transfers.linesOf(person.key), groups.listOf(person.key)])
      const { name, contentType, chunks } = writeFile(query.format, lines, ownGroups, clock.now())
      return stream(chunks, contentType, {
        isCompressible: true,
        headers: { 'Content-Disposition': `attachment; filename="${name}"` },
      })
    },

    importFavorites: async ({ person, body }) => {
      const file = readFile(body.text)
      if (file === null) return failure('invalid_import')
      const outcome = await transfers.add(person.key, file, newId, clock.now())
      const { unknownIds, added, already, overLimit, groupsAdded, groupsLeftOut } = outcome
      const answer: Imported = {
        total: file.entries.length,
        added,
        already,
        unknown: unknownIds.length,
        overLimit,
        invalid: file.invalid,
        groupsAdded,
        groupsLeftOut,
        unknownIds: unknownIds.slice(0, MAX_LISTED_UNKNOWN),
      }
      return json(answer)
    },
  } satisfies Partial<HandlersOf<typeof accountRoutes>>
}
