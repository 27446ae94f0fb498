import type { discordRoutes } from '@avatary/contract/routes/discord'
import type { APIInteraction } from 'discord-api-types/v10'
import type { HandlersOf } from '../../handlers.ts'
import { json } from '../../kernel/answer.ts'
import { answerOrDefer, type DeferDeps } from './deferred-answers.ts'
import type { Interactions } from './interactions.ts'

const NOTES =
  'Discord sends signed interactions here by POST. Enter this address as the Interactions Endpoint URL of the ' +
  'application in the developer portal. Opening it in a browser shows this note and validates nothing.'

/** Handlers of Discord's webhook. The route has already checked the signature (`signature.ts`). */
export function botHandlers({ interactions, ...defer }: DeferDeps & { interactions: Interactions }) {
  return {
    botInteraction: async ({ body }) => {
      // The shape is not validated, because Discord has signed it.
      const interaction = body as unknown as APIInteraction
      return json(await answerOrDefer(interaction, interactions.answer(interaction), defer))
    },

    botInteractionNotes: async () => json({ ok: true, notes: NOTES }),
  } satisfies Partial<HandlersOf<typeof discordRoutes>>
}
