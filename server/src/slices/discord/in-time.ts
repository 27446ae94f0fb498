import {
  type APIInteraction,
  type APIInteractionResponse,
  InteractionResponseType,
  InteractionType,
  MessageFlags,
} from 'discord-api-types/v10'

/** Discord waits three seconds for a first answer; what takes longer than this is announced and sent after. */
const PATIENCE_MS = 2000

export interface InTimeParts {
  readonly sleep: (ms: number, signal: AbortSignal | undefined) => Promise<void>
  /** Replaces an answer that was announced. */
  readonly edit: (interactionToken: string, message: object) => Promise<unknown>
  readonly onFailed: (error: unknown) => void
}

/** The answer when it comes in time; else the announcement of it, and the answer itself when it is there. */
export async function inTime(
  interaction: APIInteraction,
  working: Promise<APIInteractionResponse>,
  { sleep, edit, onFailed }: InTimeParts,
): Promise<APIInteractionResponse> {
  const waiting = new AbortController()
  const late = sleep(PATIENCE_MS, waiting.signal).then(() => null)
  const first = await Promise.race([working, late]).finally(() => waiting.abort())
  if (first !== null) return first
  const announcement = announcementOf(interaction)
  const isExpected = announcement.type !== InteractionResponseType.ApplicationCommandAutocompleteResult
  working
    .then(async answer => {
      if (isExpected && 'data' in answer) await edit(interaction.token, answer.data ?? {})
    })
    .catch(onFailed)
  return announcement
}

/** What is announced is for the asker alone, as the settings that say so may be what is waited for. */
function announcementOf({ type }: APIInteraction): APIInteractionResponse {
  switch (type) {
    case InteractionType.ApplicationCommandAutocomplete:
      return { type: InteractionResponseType.ApplicationCommandAutocompleteResult, data: { choices: [] } }
    case InteractionType.MessageComponent:
      return { type: InteractionResponseType.DeferredMessageUpdate }
    default:
      return {
        type: InteractionResponseType.DeferredChannelMessageWithSource,
        data: { flags: MessageFlags.Ephemeral },
      }
  }
}
