import type { discordRoutes } from '@avatary/contract/routes/discord'
import type { APIInteraction } from 'discord-api-types/v10'
import type { HandlersOf } from '../../handlers.ts'
import { json } from '../../kernel/answer.ts'
import { type InTimeDeps, inTime } from './in-time.ts'
import type { Interactions } from './interactions.ts'

const NOTES =
  'Discord sends signed interactions here by POST. Enter this address as the Interactions Endpoint URL of the ' +
  'application in the developer portal. Opening it in a browser shows this note and validates nothing.'

/** What answers Discord's webhook; its signature is the proof of the route (`signature.ts`). */
export function botHandlers({ interactions, ...late }: InTimeDeps & { interactions: Interactions }) {
  return {
    botInteraction: async ({ body }) => {
      // Discord signed it: it has the shape of its documentation.
      const interaction = body as unknown as APIInteraction
      return json(await inTime(interaction, interactions.answer(interaction), late))
    },

    botInteractionNotes: async () => json({ ok: true, notes: NOTES }),
  } satisfies Partial<HandlersOf<typeof discordRoutes>>
}
