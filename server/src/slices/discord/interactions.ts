import { PLATFORMS, type Platform } from '@avatary/contract/avatar'
import {
  type APIApplicationCommandAutocompleteInteraction,
  type APIApplicationCommandInteraction,
  type APIInteraction,
  type APIInteractionResponse,
  type APIMessageComponentInteraction,
  InteractionResponseType,
  InteractionType,
  MessageFlags,
} from 'discord-api-types/v10'
import type { BotCatalog } from './bot-catalog.ts'
import { COMMAND, LONGEST_TEXT, type Subcommand } from './commands.ts'
import {
  avatarMessage,
  cut,
  listMessage,
  type Message,
  NO_MENTIONS,
  note,
  PAGE,
  readStep,
  searchMessage,
} from './messages.ts'
import type { ServerSettings } from './store.ts'

/** Choices that Discord shows at most, and characters of each. */
const CHOICES = 25
const LONGEST_CHOICE = 100
const TRENDING = 10

export interface InteractionParts {
  readonly catalog: BotCatalog
  readonly settingsOf: (guildId: string) => Promise<ServerSettings>
  readonly publicUrl: string
}

type Asked = APIApplicationCommandInteraction | APIMessageComponentInteraction

/** Answers what people ask the bot, from memory; the caller has made sure that Discord sent it. */
export class Interactions {
  readonly #parts: InteractionParts

  constructor(parts: InteractionParts) {
    this.#parts = parts
  }

  async answer(interaction: APIInteraction): Promise<APIInteractionResponse> {
    switch (interaction.type) {
      case InteractionType.Ping:
        return { type: InteractionResponseType.Pong }
      case InteractionType.ApplicationCommandAutocomplete:
        return this.#complete(interaction)
      case InteractionType.ApplicationCommand:
        return await this.#asMessage(interaction, () => this.#run(interaction))
      case InteractionType.MessageComponent:
        return await this.#turnPage(interaction)
      default:
        return message(note('This is not known here.'))
    }
  }

  async #asMessage(asked: Asked, work: () => Message | Promise<Message>): Promise<APIInteractionResponse> {
    const standing = await this.#standingOf(asked)
    if (standing.refusal !== null) return message(note(standing.refusal))
    const answer = await work()
    return message(standing.isPrivate ? { ...answer, flags: MessageFlags.Ephemeral } : answer)
  }

  async #turnPage(asked: APIMessageComponentInteraction): Promise<APIInteractionResponse> {
    const step = readStep(asked.data.custom_id)
    if (step === null) return message(note('This button is not known here any more.'))
    const { refusal } = await this.#standingOf(asked)
    if (refusal !== null) return message(note(refusal))
    const data = { ...searchMessage(step, this.#search(step.text, step)), ...NO_MENTIONS }
    return { type: InteractionResponseType.UpdateMessage, data }
  }

  /** What the settings of the server say (design, "Discord checks"); in direct messages nobody's hold. */
  async #standingOf({ guild_id, channel }: Asked): Promise<{ refusal: string | null; isPrivate: boolean }> {
    if (guild_id === undefined) return { refusal: null, isPrivate: false }
    const settings = await this.#parts.settingsOf(guild_id)
    const isElsewhere = settings.channel !== null && settings.channel !== channel?.id
    const refusal = !settings.enabled
      ? 'The commands are switched off on this server.'
      : isElsewhere
        ? `On this server the commands answer in <#${settings.channel}>.`
        : null
    return { refusal, isPrivate: settings.private }
  }

  #run(asked: APIApplicationCommandInteraction): Message | Promise<Message> {
    const { subcommand, values } = readCommand(asked)
    const platform = platformOf(values.get('platform'))
    switch (subcommand) {
      case 'search':
        return this.#searched(values.get('text') ?? '', platform)
      case 'show':
        return this.#shown(values.get('avatar') ?? '')
      case 'random':
        return this.#drawn(platform)
      case 'trending':
        return this.#trending()
      default:
        return note('This command is not known here any more.')
    }
  }

  #searched(given: string, platform: Platform | null): Message {
    const text = cut(given.trim(), LONGEST_TEXT)
    return searchMessage({ text, platform, offset: 0 }, this.#search(text, { platform, offset: 0 }))
  }

  #shown(text: string): Message {
    const [best] = this.#parts.catalog.search(text, { platform: null, limit: 1, offset: 0 }).avatars
    return best === undefined ? note('No such avatar is listed.') : avatarMessage(best, this.#parts)
  }

  #drawn(platform: Platform | null): Message {
    const avatar = this.#parts.catalog.random(platform)
    return avatar === null ? note('There is nothing yet.') : avatarMessage(avatar, this.#parts)
  }

  async #trending(): Promise<Message> {
    return listMessage('Most viewed this week', await this.#parts.catalog.trending(TRENDING))
  }

  #search(text: string, { platform, offset }: { platform: Platform | null; offset: number }) {
    return this.#parts.catalog.search(text, { platform, limit: PAGE, offset })
  }

  #complete(asked: APIApplicationCommandAutocompleteInteraction): APIInteractionResponse {
    const { subcommand, focused } = readCommand(asked)
    const text = (focused ?? '').trim()
    const { avatars } = this.#parts.catalog.search(text, { platform: null, limit: CHOICES, offset: 0 })
    const choices = avatars.map(({ id, name, authorName }) => ({
      name: cut(`${name.trim() || id} · ${authorName}`, LONGEST_CHOICE),
      value: subcommand === 'show' ? id : cut(name.trim() || id, LONGEST_TEXT),
    }))
    const different = [...new Map(choices.map(choice => [choice.value, choice])).values()]
    return {
      type: InteractionResponseType.ApplicationCommandAutocompleteResult,
      data: { choices: different },
    }
  }
}

function message(data: Message): APIInteractionResponse {
  return { type: InteractionResponseType.ChannelMessageWithSource, data: { ...data, ...NO_MENTIONS } }
}

interface ReadCommand {
  readonly subcommand: Subcommand | null
  /** Texts by the name of their option. */
  readonly values: ReadonlyMap<string, string>
  /** What is being typed, for completion. */
  readonly focused: string | null
}

interface Option {
  readonly name: string
  readonly value?: unknown
  readonly focused?: boolean
  readonly options?: readonly Option[]
}

function readCommand({ data }: { data: object }): ReadCommand {
  const { name, options = [] } = data as { name: string; options?: readonly Option[] }
  const [sub] = options
  const given = sub?.options ?? []
  return {
    subcommand: name === COMMAND ? ((sub?.name as Subcommand | undefined) ?? null) : null,
    values: new Map(given.map(option => [option.name, String(option.value ?? '')])),
    focused: textOf(given.find(({ focused }) => focused === true)),
  }
}

function textOf(option: Option | undefined): string | null {
  return option === undefined ? null : String(option.value ?? '')
}

function platformOf(text: string | undefined): Platform | null {
  return PLATFORMS.find(platform => platform === text) ?? null
}
