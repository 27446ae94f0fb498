import {
  type APIInteraction,
  type APIInteractionResponse,
  InteractionResponseType,
  InteractionType,
  MessageFlags,
} from 'discord-api-types/v10'
import { type Timer, unlessLate } from '../../kernel/clock.ts'
import { completionResponse, messageResponse } from './interactions.ts'
import { privateNote } from './messages.ts'

/** Discord waits three seconds for a first answer; a slower one is deferred after this time. */
const DEFER_AFTER_MS = 2000

export interface DeferDeps {
  readonly sleep: Timer['sleep']
  /** Replaces the deferred answer, or the message whose button was pressed. */
  readonly edit: (interactionToken: string, message: object) => Promise<unknown>
  readonly followUp: (interactionToken: string, message: object) => Promise<unknown>
  readonly onFailed: (error: unknown) => void
}

/**
 * Returns the answer if it is ready in time. Otherwise returns a deferral, and sends the answer afterwards. Errors are
 * answered with a message as well.
 */
export async function answerOrDefer(
  interaction: APIInteraction,
  answerPromise: Promise<APIInteractionResponse>,
  { sleep, edit, followUp, onFailed }: DeferDeps,
): Promise<APIInteractionResponse> {
  const safeAnswerPromise = answerPromise.catch(error => {
    onFailed(error)
    return errorMessageFor(interaction)
  })
  const earlyAnswer = await unlessLate(safeAnswerPromise, DEFER_AFTER_MS, { sleep })
  if (earlyAnswer !== null) return earlyAnswer
  safeAnswerPromise.then(answer => sendDeferred(interaction, answer, { edit, followUp })).catch(onFailed)
  return deferralOf(interaction)
}

/** Deferrals are private, because it may not be known yet if the settings require that. */
function deferralOf({ type }: APIInteraction): APIInteractionResponse {
  switch (type) {
    case InteractionType.ApplicationCommandAutocomplete:
      return completionResponse([])
    case InteractionType.MessageComponent:
      return { type: InteractionResponseType.DeferredMessageUpdate }
    default:
      return {
        type: InteractionResponseType.DeferredChannelMessageWithSource,
        data: { flags: MessageFlags.Ephemeral },
      }
  }
}

async function sendDeferred(
  { type, token }: APIInteraction,
  answer: APIInteractionResponse,
  { edit, followUp }: Pick<DeferDeps, 'edit' | 'followUp'>,
): Promise<void> {
  if (type === InteractionType.ApplicationCommandAutocomplete || !('data' in answer)) return
  const data = (answer.data ?? {}) as { flags?: number }
  // The button's message may be public, so only its own next page may replace it.
  const isFollowUp =
    type === InteractionType.MessageComponent && answer.type !== InteractionResponseType.UpdateMessage
  if (isFollowUp) await followUp(token, data)
  else await edit(token, withoutFlags(data))
}

/** Discord does not accept flags in an edit; the deferral has already set them. */
function withoutFlags({ flags: _, ...data }: { flags?: number }): object {
  return data
}

function errorMessageFor({ type }: APIInteraction): APIInteractionResponse {
  if (type === InteractionType.ApplicationCommandAutocomplete) return completionResponse([])
  return messageResponse(privateNote('That did not work. Try again later.'))
}
