import {
  type APIInteraction,
  type APIInteractionResponse,
  InteractionResponseType,
  InteractionType,
  MessageFlags,
} from 'discord-api-types/v10'
import { completion, message } from './interactions.ts'
import { note } from './messages.ts'

/** Discord waits three seconds for a first answer; what takes longer than this is announced and sent after. */
const PATIENCE_MS = 2000

export interface InTimeDeps {
  readonly sleep: (ms: number, signal: AbortSignal | undefined) => Promise<void>
  /** Replaces an answer that was announced, or the message whose button was pressed. */
  readonly edit: (interactionToken: string, message: object) => Promise<unknown>
  /** Adds a message. */
  readonly followUp: (interactionToken: string, message: object) => Promise<unknown>
  readonly onFailed: (error: unknown) => void
}

/**
 * The answer when it comes in time; else the announcement of it, and the answer itself when it is there. Work that
 * fails is answered, too: whoever asks is not left waiting.
 */
export async function inTime(
  interaction: APIInteraction,
  working: Promise<APIInteractionResponse>,
  { sleep, edit, followUp, onFailed }: InTimeDeps,
): Promise<APIInteractionResponse> {
  const answering = working.catch(error => {
    onFailed(error)
    return apologyFor(interaction)
  })
  const waiting = new AbortController()
  const late = sleep(PATIENCE_MS, waiting.signal).then(() => null)
  const first = await Promise.race([answering, late]).finally(() => waiting.abort())
  if (first !== null) return first
  answering.then(answer => sendLate(interaction, answer, { edit, followUp })).catch(onFailed)
  return announcementOf(interaction)
}

/** What is announced is for the asker alone, as the settings that say so may be what is waited for. */
function announcementOf({ type }: APIInteraction): APIInteractionResponse {
  switch (type) {
    case InteractionType.ApplicationCommandAutocomplete:
      return completion([])
    case InteractionType.MessageComponent:
      return { type: InteractionResponseType.DeferredMessageUpdate }
    default:
      return {
        type: InteractionResponseType.DeferredChannelMessageWithSource,
        data: { flags: MessageFlags.Ephemeral },
      }
  }
}

async function sendLate(
  { type, token }: APIInteraction,
  answer: APIInteractionResponse,
  { edit, followUp }: Pick<InTimeDeps, 'edit' | 'followUp'>,
): Promise<void> {
  if (type === InteractionType.ApplicationCommandAutocomplete || !('data' in answer)) return
  const data = (answer.data ?? {}) as { flags?: number }
  // A button's message is everybody's: what is not its next page stands beside it.
  const isBeside =
    type === InteractionType.MessageComponent && answer.type !== InteractionResponseType.UpdateMessage
  if (isBeside) await followUp(token, data)
  else await edit(token, withoutFlags(data))
}

/** Who sees an answer was settled when it was announced, and Discord takes no other word on it. */
function withoutFlags({ flags: _, ...data }: { flags?: number }): object {
  return data
}

function apologyFor({ type }: APIInteraction): APIInteractionResponse {
  if (type === InteractionType.ApplicationCommandAutocomplete) return completion([])
  return message(note('That did not work. Try again later.'))
}
