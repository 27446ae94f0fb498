import { MAX_GROUP_NAME_LENGTH } from '@avatary/contract/account'
import type { ErrorCode } from '@avatary/contract/errors'
import type { accountRoutes } from '@avatary/contract/routes/account'
import type { HandlersOf } from '../../../handlers.ts'
import { failure, json } from '../../../kernel/answer.ts'
import { isOpaqueId } from '../../../kernel/opaque-id.ts'
import { readName } from '../../../kernel/text/name.ts'
import type { AccountDeps } from '../deps.ts'
import type { GroupOutcome } from './store.sql.ts'

export function groupHandlers({ stores: { groups }, newGroupId }: AccountDeps) {
  return {
    createGroup: async ({ person, body }) => {
      const nameReading = readName(body.name, MAX_GROUP_NAME_LENGTH)
      if (nameReading.kind === 'problem') return failure('invalid_name', nameReading.problem)
      return answerOf(
        await groups.create(person.key, { id: newGroupId(), name: nameReading.name, icon: body.icon }),
      )
    },

    updateGroup: async ({ person, params, body }) => {
      const { groupId } = params
      if (!isOpaqueId(groupId)) return failure('unknown_group')
      const { name, icon } = body
      const nameReading = name === undefined ? undefined : readName(name, MAX_GROUP_NAME_LENGTH)
      if (nameReading?.kind === 'problem') return failure('invalid_name', nameReading.problem)
      return answerOf(await groups.change(person.key, groupId, { name: nameReading?.name, icon }))
    },

    deleteGroup: async ({ person, params }) => {
      if (!isOpaqueId(params.groupId)) return failure('unknown_group')
      const isRemoved = await groups.remove(person.key, params.groupId)
      return isRemoved ? json({ ok: true }) : failure('unknown_group')
    },
  } satisfies Partial<HandlersOf<typeof accountRoutes>>
}

function answerOf<Code extends ErrorCode>(outcome: GroupOutcome<Code>) {
  return outcome.kind === 'done' ? json(outcome.group) : failure(outcome.code)
}
