import type { submissionRoutes } from '@avatary/contract/routes/submission'
import type { SubmissionResult, SubmissionState } from '@avatary/contract/submission'
import type { HandlersOf } from '../../handlers.ts'
import { failure, type Headers, json } from '../../kernel/answer.ts'
import { parseAvatarId } from '../../kernel/avatar-id.ts'
import type { Submissions } from './submissions.ts'

/** @param catchUp updates the view with everything that was committed before the call. */
export function submissionHandlers(submissions: Submissions, catchUp: () => Promise<void>) {
  const ensureFindable = async (states: readonly SubmissionState[]) => {
    if (states.some(({ state }) => state === 'indexed')) await catchUp()
  }
  return {
    submitAvatars: async ({ body }) => {
      const { avatarId, avatarIds } = body
      const results = await submissions.submit(avatarIds ?? [avatarId!])
      const headers = await submissions.headersOf(results)
      return avatarIds === undefined ? singleAnswer(results[0]!, headers) : batchAnswer(results, headers)
    },

    submissionState: async ({ params }) => {
      const id = parseAvatarId(params.id)
      if (id === null) return failure('invalid_id')
      const state = await submissions.stateOf(id)
      if (state === null) return failure('submission_not_found')
      await ensureFindable([state])
      return json(state)
    },

    submissionStates: async ({ query: { ids } }) => {
      const states = await submissions.statesOf(ids)
      await ensureFindable(states.submissions)
      return json(states)
    },
  } satisfies Partial<HandlersOf<typeof submissionRoutes>>
}

function singleAnswer(result: SubmissionResult, headers: Headers) {
  if (result.status === 'rejected') return failure(result.code, undefined, headers)
  return json({ ok: true, status: result.status, id: result.id, position: result.position })
}

/** Problems of single items never fail the whole batch (spec, "Errors"). */
function batchAnswer(results: readonly SubmissionResult[], headers: Headers) {
  const acceptedCount = results.filter(({ status }) => status === 'queued').length
  return json({ accepted: acceptedCount, rejected: results.length - acceptedCount, results }, { headers })
}
