import type { FavoriteAct, FavoriteBatchAnswer } from '@avatary/contract/account'
import { parseAvatarId } from '../../../kernel/avatar-id.ts'
import type { Act, ActOutcome } from './acts.ts'

export function parseAct(request: FavoriteAct): Act {
  const id = parseAvatarId(request.id)
  if (request.act !== 'order') return { ...request, id }
  const successorId = request.before === null ? null : (parseAvatarId(request.before) ?? undefined)
  return { act: 'order', id, successorId }
}

/** The answer to a batch of acts, with the outcomes in the same order. */
export function batchAnswer(
  requests: readonly FavoriteAct[],
  acts: readonly Act[],
  outcomes: readonly ActOutcome[],
): FavoriteBatchAnswer {
  const results = outcomes.map((outcome, index) => {
    const id = acts[index]!.id ?? requests[index]!.id
    return outcome.kind === 'done'
      ? { index, id, status: 'done' as const }
      : { index, id, status: 'refused' as const, code: outcome.code }
  })
  const doneCount = results.filter(({ status }) => status === 'done').length
  return { done: doneCount, refused: results.length - doneCount, results }
}
