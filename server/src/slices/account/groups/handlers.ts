import { MAX_GROUP_NAME } from '@avatary/contract/account'
import type { ErrorCode } from '@avatary/contract/errors'
import type { accountRoutes } from '@avatary/contract/routes/account'
import { type Answer, failure, json } from '../../../kernel/answer.ts'
import { isOpaqueId } from '../../../kernel/opaque-id.ts'
import { type AccountHandler, isGone, nobody } from '../answering.ts'
import type { Gone } from '../person/one-at-a-time.sql.ts'
import { readName } from './name.ts'
import type { GroupOutcome, GroupStore } from './store.sql.ts'

type Routes = typeof accountRoutes

/** @param deps.newId draws an id that cannot be guessed. */
export function groupHandlers({ groups, newId }: { groups: GroupStore; newId: () => string }) {
  const createGroup: AccountHandler<Routes['createGroup']> = async ({ person, body }) => {
    const read = readName(body.name, MAX_GROUP_NAME)
    if (!read.ok) return failure('invalid_name', read.problem)
    return answerOf(await groups.create(person.key, { id: newId(), name: read.name, icon: body.icon }))
  }

  const updateGroup: AccountHandler<Routes['updateGroup']> = async ({ person, params, body }) => {
    const { groupId } = params
    if (!isOpaqueId(groupId)) return failure('unknown_group')
    const { name, icon } = body
    const read = name === undefined ? undefined : readName(name, MAX_GROUP_NAME)
    if (read?.ok === false) return failure('invalid_name', read.problem)
    const patch = { ...(read !== undefined && { name: read.name }), ...(icon !== undefined && { icon }) }
    return answerOf(await groups.change(person.key, groupId, patch))
  }

  const deleteGroup: AccountHandler<Routes['deleteGroup']> = async ({ person, params }) => {
    if (!isOpaqueId(params.groupId)) return failure('unknown_group')
    const isRemoved = await groups.remove(person.key, params.groupId)
    if (isGone(isRemoved)) return nobody()
    return isRemoved ? json({ ok: true }) : failure('unknown_group')
  }

  return { createGroup, updateGroup, deleteGroup }
}

function answerOf(outcome: GroupOutcome | Gone): Answer<ErrorCode> {
  if (isGone(outcome)) return nobody()
  return outcome.kind === 'done' ? json(outcome.group) : failure(outcome.code)
}
