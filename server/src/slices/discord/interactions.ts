import { PLATFORMS, type Platform } from '@avatary/contract/avatar'
import {
  type APIApplicationCommandAutocompleteInteraction,
  type APIApplicationCommandInteraction,
  type APIInteraction,
  type APIInteractionResponse,
  type APIMessageComponentInteraction,
  ChannelType,
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
  replacing,
  type SearchStep,
  searchMessage,
  shown,
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
        return await this.#complete(interaction)
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
    const data = { ...replacing(this.#page(step)), ...NO_MENTIONS }
    return { type: InteractionResponseType.UpdateMessage, data }
  }

  /**
   * What the settings of the server say (design, "Discord checks"); in direct messages nobody's hold. A thread is a
   * part of its channel.
   */
  async #standingOf({ guild_id, channel }: Place): Promise<{ refusal: string | null; isPrivate: boolean }> {
    if (guild_id === undefined) return { refusal: null, isPrivate: false }
    const settings = await this.#parts.settingsOf(guild_id)
    const isElsewhere = settings.channel !== null && settings.channel !== channelOf(channel)
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
    return this.#page({ text: cut(given.trim(), LONGEST_TEXT), platform, offset: 0 })
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

  /** The page asked for; when the list has become shorter than that, its last one. */
  #page(step: SearchStep): Message {
    const { text, platform, offset } = step
    const found = this.#parts.catalog.search(text, { platform, limit: PAGE, offset })
    if (found.avatars.length > 0 || found.total === 0) return searchMessage(step, found)
    const last = Math.min(offset - PAGE, Math.floor((found.total - 1) / PAGE) * PAGE)
    return this.#page({ ...step, offset: Math.max(0, last) })
  }

  async #complete(asked: APIApplicationCommandAutocompleteInteraction): Promise<APIInteractionResponse> {
    const { refusal } = await this.#standingOf(asked)
    return completion(refusal === null ? this.#choicesFor(asked) : [])
  }

  #choicesFor(asked: APIApplicationCommandAutocompleteInteraction): Choice[] {
    const { subcommand, values, focused } = readCommand(asked)
    const options = { platform: platformOf(values.get('platform')), limit: CHOICES, offset: 0 }
    const { avatars } = this.#parts.catalog.search((focused ?? '').trim(), options)
    const choices = avatars.map(({ id, name, authorName }) => ({
      name: cut(`${shown(name)} · ${shown(authorName)}`, LONGEST_CHOICE),
      value: subcommand === 'show' ? id : cut(name.trim() || id, LONGEST_TEXT),
    }))
    return [...new Map(choices.map(choice => [choice.value, choice])).values()]
  }
}

interface Choice {
  readonly name: string
  readonly value: string
}

/** Where something is asked, as far as settings depend on it. */
interface Place {
  readonly guild_id?: string | undefined
  readonly channel?: { readonly id: string; readonly type?: number } | undefined
}

const THREADS: ReadonlySet<number | undefined> = new Set([
  ChannelType.AnnouncementThread,
  ChannelType.PublicThread,
  ChannelType.PrivateThread,
])

/** The channel itself, or the one that a thread belongs to. */
function channelOf(channel: Place['channel']): string | null {
  if (channel === undefined) return null
  const { parent_id: parent = null } = channel as { parent_id?: string | null }
  return THREADS.has(channel.type) ? parent : channel.id
}

/** What is offered while somebody types. */
export function completion(choices: Choice[]): APIInteractionResponse {
  return { type: InteractionResponseType.ApplicationCommandAutocompleteResult, data: { choices } }
}

export function message(data: Message): APIInteractionResponse {
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
