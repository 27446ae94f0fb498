import { PLATFORMS } from '@avatary/contract/avatar'
import {
  ApplicationCommandOptionType,
  ApplicationCommandType,
  ApplicationIntegrationType,
  InteractionContextType,
  type RESTPostAPIChatInputApplicationCommandsJSONBody,
} from 'discord-api-types/v10'

export const COMMAND = 'avatar'
const SUBCOMMANDS = ['search', 'show', 'random', 'trending'] as const
export type Subcommand = (typeof SUBCOMMANDS)[number]

/** A search text must fit into a button's id of 100 characters, next to offset and platform. */
export const MAX_TEXT = 70

const PLATFORM_NAMES = { pc: 'PC', quest: 'Quest', ios: 'iOS' } as const
export const platformName = (platform: keyof typeof PLATFORM_NAMES) => PLATFORM_NAMES[platform]

const platformOption = {
  type: ApplicationCommandOptionType.String as const,
  name: 'platform',
  description: 'Only avatars that run there',
  choices: PLATFORMS.map(platform => ({ name: platformName(platform), value: platform })),
}

/** The commands of the bot, as they are registered with Discord. */
export const COMMANDS: readonly RESTPostAPIChatInputApplicationCommandsJSONBody[] = [
  {
    type: ApplicationCommandType.ChatInput,
    name: COMMAND,
    description: 'Find avatars',
    contexts: [InteractionContextType.Guild, InteractionContextType.BotDM],
    integration_types: [ApplicationIntegrationType.GuildInstall],
    options: [
      {
        type: ApplicationCommandOptionType.Subcommand,
        name: 'search' satisfies Subcommand,
        description: 'Search names, creators, descriptions and tags',
        options: [
          {
            type: ApplicationCommandOptionType.String,
            name: 'text',
            description: 'What to look for, in any script',
            required: true,
            autocomplete: true,
            max_length: MAX_TEXT,
          },
          platformOption,
        ],
      },
      {
        type: ApplicationCommandOptionType.Subcommand,
        name: 'show' satisfies Subcommand,
        description: 'Show one avatar',
        options: [
          {
            type: ApplicationCommandOptionType.String,
            name: 'avatar',
            description: 'Its name, id or address',
            required: true,
            autocomplete: true,
            max_length: 200,
          },
        ],
      },
      {
        type: ApplicationCommandOptionType.Subcommand,
        name: 'random' satisfies Subcommand,
        description: 'Show any avatar',
        options: [platformOption],
      },
      {
        type: ApplicationCommandOptionType.Subcommand,
        name: 'trending' satisfies Subcommand,
        description: 'What is viewed most this week',
      },
    ],
  },
]
