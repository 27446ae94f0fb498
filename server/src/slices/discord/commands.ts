import { PLATFORMS } from '@avatary/contract/avatar'
import {
  type APIApplicationCommandBasicOption,
  type APIApplicationCommandSubcommandOption,
  ApplicationCommandOptionType,
  ApplicationCommandType,
  ApplicationIntegrationType,
  InteractionContextType,
  type RESTPostAPIChatInputApplicationCommandsJSONBody,
} from 'discord-api-types/v10'

export const COMMAND_NAME = 'avatar'
export type Subcommand = 'search' | 'show' | 'random' | 'trending'

/** A search text must fit into a button's id of 100 characters, next to offset and platform. */
export const MAX_TEXT_LENGTH = 70

const PLATFORM_NAMES = { pc: 'PC', quest: 'Quest', ios: 'iOS' } as const
export const platformName = (platform: keyof typeof PLATFORM_NAMES) => PLATFORM_NAMES[platform]

const platformOption = {
  type: ApplicationCommandOptionType.String as const,
  name: 'platform',
  description: 'Only avatars that run there',
  choices: PLATFORMS.map(platform => ({ name: platformName(platform), value: platform })),
}

/** An option that every subcommand with it requires and completes while it is typed. */
function textOption(name: string, description: string, max_length: number) {
  const type = ApplicationCommandOptionType.String as const
  return { type, name, description, required: true, autocomplete: true, max_length } as const
}

function subcommand(
  name: Subcommand,
  description: string,
  options?: APIApplicationCommandBasicOption[],
): APIApplicationCommandSubcommandOption {
  return { type: ApplicationCommandOptionType.Subcommand, name, description, ...(options && { options }) }
}

/** The commands of the bot, as they are registered with Discord. */
export const COMMANDS: readonly RESTPostAPIChatInputApplicationCommandsJSONBody[] = [
  {
    type: ApplicationCommandType.ChatInput,
    name: COMMAND_NAME,
    description: 'Find avatars',
    contexts: [InteractionContextType.Guild, InteractionContextType.BotDM],
    integration_types: [ApplicationIntegrationType.GuildInstall],
    options: [
      subcommand('search', 'Search names, creators, descriptions and tags', [
        textOption('text', 'What to look for, in any script', MAX_TEXT_LENGTH),
        platformOption,
      ]),
      subcommand('show', 'Show one avatar', [textOption('avatar', 'Its name, id or address', 200)]),
      subcommand('random', 'Show any avatar', [platformOption]),
      subcommand('trending', 'What is viewed most this week'),
    ],
  },
]
