import type { ErrorCode } from '@avatary/contract/errors'
import type { APIInteraction } from 'discord-api-types/v10'
import { type Handler, json } from '../../kernel/answer.ts'
import { type InTimeDeps, inTime } from './in-time.ts'
import type { Interactions } from './interactions.ts'

const NOTES =
  'Discord sends signed interactions here by POST. Enter this address as the Interactions Endpoint URL of the ' +
  'application in the developer portal. Opening it in a browser shows this note and validates nothing.'

/** What answers Discord's webhook; its signature is the proof of the route (`signature.ts`). */
export function botHandlers({ interactions, ...late }: InTimeDeps & { interactions: Interactions }) {
  const botInteraction: Handler<unknown, unknown, { type: number }, ErrorCode> = async ({ body }) => {
    // Discord signed it: it has the shape of its documentation.
    const interaction = body as unknown as APIInteraction
    return json(await inTime(interaction, interactions.answer(interaction), late))
  }

  const botInteractionNotes: Handler<unknown, unknown, unknown, ErrorCode> = () =>
    json({ ok: true, notes: NOTES })

  return { botInteraction, botInteractionNotes }
}
