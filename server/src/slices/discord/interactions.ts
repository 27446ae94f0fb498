import {
  type APIApplicationCommandAutocompleteInteraction,
  type APIApplicationCommandInteraction,
  type APIApplicationCommandOptionChoice,
  type APIInteraction,
  type APIInteractionResponse,
  type APIMessageComponentInteraction,
  InteractionResponseType,
  InteractionType,
  MessageFlags,
} from 'discord-api-types/v10'
import type { AgeRestriction, BotCatalog } from './bot-catalog.ts'
import type { InteractionChannel, InteractionOrigin } from './channels.ts'
import { COMMAND_NAME, MAX_TEXT_LENGTH, type Subcommand } from './commands.ts'
import {
  avatarMessage,
  displayName,
  listMessage,
  type Message,
  NO_MENTIONS,
  PAGE_SIZE,
  type PagedSearch,
  platformOf,
  privateNote,
  readButtonId,
  replacementOf,
  searchMessage,
  truncate,
} from './messages.ts'
import type { ServerSettings } from './store.ts'

/** Discord's limits for autocompletion: the number of choices, and UTF-16 code units in one. */
const MAX_CHOICES = 25
const MAX_CHOICE_LENGTH = 100
const TRENDING_AVATARS = 10

export interface InteractionDeps {
  readonly catalog: BotCatalog
  readonly settingsOf: (guildId: string) => Promise<ServerSettings>
  readonly channelOf: (origin: InteractionOrigin) => Promise<InteractionChannel>
  readonly publicUrl: string
}

/** Rules for an answer, derived from the settings of the server and from the channel. */
interface AnswerRules extends AgeRestriction {
  /** The reason not to answer; null when the bot answers. */
  readonly refusal: string | null
  readonly isPrivate: boolean
}

/** Answers interactions from the read model. The caller has checked that Discord sent them. */
export class Interactions {
  readonly #deps: InteractionDeps

  constructor(deps: InteractionDeps) {
    this.#deps = deps
  }

  async answer(interaction: APIInteraction): Promise<APIInteractionResponse> {
    switch (interaction.type) {
      case InteractionType.Ping:
        return { type: InteractionResponseType.Pong }
      case InteractionType.ApplicationCommandAutocomplete:
        return await this.#complete(interaction)
      case InteractionType.ApplicationCommand:
        return await this.#answerCommand(interaction)
      case InteractionType.MessageComponent:
        return await this.#turnPage(interaction)
      default:
        return messageResponse(privateNote('This is not known here.'))
    }
  }

  async #answerCommand(interaction: APIApplicationCommandInteraction): Promise<APIInteractionResponse> {
    const rules = await this.#rulesFor(interaction)
    if (rules.refusal !== null) return messageResponse(privateNote(rules.refusal))
    const answer = await this.#run(interaction, rules)
    return messageResponse(rules.isPrivate ? asPrivate(answer) : answer)
  }

  /**
   * Shows another page of a message under the current settings. If answers are private, the next page of a public
   * message is shown only to the person who pressed the button.
   */
  async #turnPage(interaction: APIMessageComponentInteraction): Promise<APIInteractionResponse> {
    const search = readButtonId(interaction.data.custom_id)
    if (search === null) return messageResponse(privateNote('This button is not known here any more.'))
    const rules = await this.#rulesFor(interaction)
    if (rules.refusal !== null) return messageResponse(privateNote(rules.refusal))
    const page = this.#page(search, rules)
    if (rules.isPrivate && !isPrivate(interaction.message)) return messageResponse(asPrivate(page))
    return { type: InteractionResponseType.UpdateMessage, data: { ...replacementOf(page), ...NO_MENTIONS } }
  }

  /** Direct messages have no settings. */
  async #rulesFor(origin: InteractionOrigin): Promise<AnswerRules> {
    const { guild_id } = origin
    if (guild_id === undefined) return { refusal: null, isPrivate: false, isAgeRestricted: false }
    const { settingsOf, channelOf } = this.#deps
    const [settings, channel] = await Promise.all([settingsOf(guild_id), channelOf(origin)])
    const isWrongChannel = settings.channel !== null && settings.channel !== channel.channelId
    const refusal = !settings.enabled
      ? 'The commands are switched off on this server.'
      : isWrongChannel
        ? `On this server the commands answer in <#${settings.channel}>.`
        : null
    return { refusal, isPrivate: settings.private, isAgeRestricted: channel.isAgeRestricted }
  }

  async #run(interaction: APIApplicationCommandInteraction, restriction: AgeRestriction): Promise<Message> {
    const { subcommand, values } = readCommand(interaction)
    const platform = platformOf(values.get('platform'))
    const { catalog, publicUrl } = this.#deps
    const { isAgeRestricted } = restriction
    switch (subcommand) {
      case 'search': {
        const text = truncate((values.get('text') ?? '').trim(), MAX_TEXT_LENGTH)
        return this.#page({ text, platform, offset: 0 }, restriction)
      }
      case 'show':
        return this.#show(values.get('avatar') ?? '', restriction)
      case 'random': {
        const avatar = catalog.random({ platform, isAgeRestricted })
        return avatar === null ? privateNote('There is nothing yet.') : avatarMessage(avatar, publicUrl)
      }
      case 'trending': {
        const avatars = await catalog.trending({ limit: TRENDING_AVATARS, isAgeRestricted })
        return listMessage('Most viewed this week', avatars)
      }
      default:
        return privateNote('This command is not known here any more.')
    }
  }

  #show(text: string, { isAgeRestricted }: AgeRestriction): Message {
    const { catalog, publicUrl } = this.#deps
    const options = { platform: null, limit: 1, offset: 0 }
    const [bestMatch] = catalog.search(text, { ...options, isAgeRestricted }).avatars
    if (bestMatch !== undefined) return avatarMessage(bestMatch, publicUrl)
    const { total } = catalog.search(text, { ...options, isAgeRestricted: true })
    return privateNote(total === 0 ? 'No such avatar is listed.' : ADULT_ONLY)
  }

  /** Falls back to the last page if the list has become shorter. */
  #page(search: PagedSearch, { isAgeRestricted }: AgeRestriction): Message {
    const { text, platform, offset } = search
    const result = this.#deps.catalog.search(text, { platform, limit: PAGE_SIZE, offset, isAgeRestricted })
    if (result.avatars.length > 0 || result.total === 0) return searchMessage(search, result)
    const lastOffset = Math.min(offset - PAGE_SIZE, Math.floor((result.total - 1) / PAGE_SIZE) * PAGE_SIZE)
    return this.#page({ ...search, offset: Math.max(0, lastOffset) }, { isAgeRestricted })
  }

  async #complete(
    interaction: APIApplicationCommandAutocompleteInteraction,
  ): Promise<APIInteractionResponse> {
    const rules = await this.#rulesFor(interaction)
    return completionResponse(rules.refusal === null ? this.#choicesFor(interaction, rules) : [])
  }

  #choicesFor(
    interaction: APIApplicationCommandAutocompleteInteraction,
    { isAgeRestricted }: AgeRestriction,
  ): Choice[] {
    const { subcommand, values, focused } = readCommand(interaction)
    const platform = platformOf(values.get('platform'))
    const options = { platform, limit: MAX_CHOICES, offset: 0, isAgeRestricted }
    const { avatars } = this.#deps.catalog.search((focused ?? '').trim(), options)
    const choices = avatars.map(({ id, name, authorName }) => ({
      name: truncate(`${displayName(name)} · ${displayName(authorName)}`, MAX_CHOICE_LENGTH),
      value: subcommand === 'show' ? id : truncate(name.trim() || id, MAX_TEXT_LENGTH),
    }))
    return [...new Map(choices.map(choice => [choice.value, choice])).values()]
  }
}

type Choice = APIApplicationCommandOptionChoice<string>

const ADULT_ONLY = 'This is shown only in age-restricted channels.'

function asPrivate(answer: Message): Message {
  return { ...answer, flags: MessageFlags.Ephemeral }
}

function isPrivate(message: { readonly flags?: number } | undefined): boolean {
  return ((message?.flags ?? 0) & MessageFlags.Ephemeral) !== 0
}

export function completionResponse(choices: Choice[]): APIInteractionResponse {
  return { type: InteractionResponseType.ApplicationCommandAutocompleteResult, data: { choices } }
}

export function messageResponse(data: Message): APIInteractionResponse {
  return { type: InteractionResponseType.ChannelMessageWithSource, data: { ...data, ...NO_MENTIONS } }
}

interface CommandInput {
  readonly subcommand: Subcommand | null
  /** The texts of options by name. */
  readonly values: ReadonlyMap<string, string>
  /** The text of the option that is being typed. */
  readonly focused: string | null
}

interface Option {
  readonly name: string
  readonly value?: unknown
  readonly focused?: boolean
  readonly options?: readonly Option[]
}

function readCommand({ data }: { data: object }): CommandInput {
  const { name, options = [] } = data as { name: string; options?: readonly Option[] }
  const [subcommandOption] = options
  const values = subcommandOption?.options ?? []
  const focusedOption = values.find(({ focused }) => focused === true)
  return {
    subcommand: name === COMMAND_NAME ? ((subcommandOption?.name as Subcommand | undefined) ?? null) : null,
    values: new Map(values.map(option => [option.name, String(option.value ?? '')])),
    focused: focusedOption === undefined ? null : String(focusedOption.value ?? ''),
  }
}
