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
import type { Audience, BotCatalog } from './bot-catalog.ts'
import type { ChannelFacts, Place } from './channels.ts'
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

export interface InteractionDeps {
  readonly catalog: BotCatalog
  readonly settingsOf: (guildId: string) => Promise<ServerSettings>
  readonly placeOf: (asked: AskedAt) => Promise<Place>
  readonly publicUrl: string
}

/** Where something is asked, as an interaction tells it. */
interface AskedAt {
  readonly guild_id?: string
  readonly channel?: ChannelFacts
  readonly channel_id?: string
}

/** What the settings of the server, and the channel, say of an answer. */
interface AnswerRules extends Audience {
  /** Why there is none; null when there is. */
  readonly refusal: string | null
  readonly isPrivate: boolean
}

/** Answers what people ask the bot, from memory; the caller has made sure that Discord sent it. */
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
        return message(note('This is not known here.'))
    }
  }

  async #answerCommand(asked: APIApplicationCommandInteraction): Promise<APIInteractionResponse> {
    const rules = await this.#rulesFor(asked)
    if (rules.refusal !== null) return message(note(rules.refusal))
    const answer = await this.#run(asked, rules)
    return message(rules.isPrivate ? forAskerAlone(answer) : answer)
  }

  /**
   * Turns the page of a message, by the settings of this moment: where answers are private, a page of a message that
   * everybody sees is shown to whoever pressed the button alone.
   */
  async #turnPage(asked: APIMessageComponentInteraction): Promise<APIInteractionResponse> {
    const step = readStep(asked.data.custom_id)
    if (step === null) return message(note('This button is not known here any more.'))
    const rules = await this.#rulesFor(asked)
    if (rules.refusal !== null) return message(note(rules.refusal))
    const page = this.#page(step, rules)
    if (rules.isPrivate && !isForAskerAlone(asked.message)) return message(forAskerAlone(page))
    return { type: InteractionResponseType.UpdateMessage, data: { ...replacing(page), ...NO_MENTIONS } }
  }

  /** Design, "Discord checks". In direct messages nobody's settings hold. */
  async #rulesFor(asked: AskedAt): Promise<AnswerRules> {
    const { guild_id } = asked
    if (guild_id === undefined) return { refusal: null, isPrivate: false, isAgeRestricted: false }
    const { settingsOf, placeOf } = this.#deps
    const [settings, place] = await Promise.all([settingsOf(guild_id), placeOf(asked)])
    const isElsewhere = settings.channel !== null && settings.channel !== place.channelId
    const refusal = !settings.enabled
      ? 'The commands are switched off on this server.'
      : isElsewhere
        ? `On this server the commands answer in <#${settings.channel}>.`
        : null
    return { refusal, isPrivate: settings.private, isAgeRestricted: place.isAgeRestricted }
  }

  #run(asked: APIApplicationCommandInteraction, audience: Audience): Message | Promise<Message> {
    const { subcommand, values } = readCommand(asked)
    const platform = platformOf(values.get('platform'))
    switch (subcommand) {
      case 'search':
        return this.#searched(values.get('text') ?? '', platform, audience)
      case 'show':
        return this.#shown(values.get('avatar') ?? '', audience)
      case 'random':
        return this.#drawn(platform, audience)
      case 'trending':
        return this.#trending(audience)
      default:
        return note('This command is not known here any more.')
    }
  }

  #searched(given: string, platform: Platform | null, audience: Audience): Message {
    return this.#page({ text: cut(given.trim(), LONGEST_TEXT), platform, offset: 0 }, audience)
  }

  #shown(text: string, { isAgeRestricted }: Audience): Message {
    const options = { platform: null, limit: 1, offset: 0 }
    const [best] = this.#deps.catalog.search(text, { ...options, isAgeRestricted }).avatars
    if (best !== undefined) return avatarMessage(best, this.#deps)
    const { total } = this.#deps.catalog.search(text, { ...options, isAgeRestricted: true })
    return note(total === 0 ? 'No such avatar is listed.' : ADULT_ALONE)
  }

  #drawn(platform: Platform | null, { isAgeRestricted }: Audience): Message {
    const avatar = this.#deps.catalog.random({ platform, isAgeRestricted })
    return avatar === null ? note('There is nothing yet.') : avatarMessage(avatar, this.#deps)
  }

  async #trending({ isAgeRestricted }: Audience): Promise<Message> {
    const avatars = await this.#deps.catalog.trending({ limit: TRENDING, isAgeRestricted })
    return listMessage('Most viewed this week', avatars)
  }

  /** The page asked for; when the list has become shorter than that, its last one. */
  #page(step: SearchStep, { isAgeRestricted }: Audience): Message {
    const { text, platform, offset } = step
    const found = this.#deps.catalog.search(text, { platform, limit: PAGE, offset, isAgeRestricted })
    if (found.avatars.length > 0 || found.total === 0) return searchMessage(step, found)
    const last = Math.min(offset - PAGE, Math.floor((found.total - 1) / PAGE) * PAGE)
    return this.#page({ ...step, offset: Math.max(0, last) }, { isAgeRestricted })
  }

  async #complete(asked: APIApplicationCommandAutocompleteInteraction): Promise<APIInteractionResponse> {
    const rules = await this.#rulesFor(asked)
    return completion(rules.refusal === null ? this.#choicesFor(asked, rules) : [])
  }

  #choicesFor(asked: APIApplicationCommandAutocompleteInteraction, { isAgeRestricted }: Audience): Choice[] {
    const { subcommand, values, focused } = readCommand(asked)
    const platform = platformOf(values.get('platform'))
    const options = { platform, limit: CHOICES, offset: 0, isAgeRestricted }
    const { avatars } = this.#deps.catalog.search((focused ?? '').trim(), options)
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

const ADULT_ALONE = 'This is shown in age-restricted channels alone.'

function forAskerAlone(answer: Message): Message {
  return { ...answer, flags: MessageFlags.Ephemeral }
}

function isForAskerAlone(shown: { readonly flags?: number } | undefined): boolean {
  return ((shown?.flags ?? 0) & MessageFlags.Ephemeral) !== 0
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
