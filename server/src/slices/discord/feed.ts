import type { Avatar } from '@avatary/contract/avatar'
import type { Log } from '../../kernel/log.ts'
import type { UpstreamAnswer } from '../../kernel/upstream.ts'
import type { DiscordApi } from './discord-api.ts'
import { listMessage, NO_MENTIONS, PAGE } from './messages.ts'
import type { DiscordStore } from './store.sql.ts'
import type { DueFeed } from './store.ts'

/** Between two messages to one server: several avatars come in one. */
const PAUSE_MS = 5 * 60_000
/** Looked at for one message; of more, the newest are told. */
const LOOKED_AT = 200
/** After an answer that the same message would get again. */
const REFUSED_PAUSE_MS = 60 * 60_000

export interface FeedDeps {
  readonly store: Pick<DiscordStore, 'takeDueFeed' | 'noteFeedSent' | 'postponeFeed' | 'stopFeed'>
  readonly api: Pick<DiscordApi, 'postMessage'>
  /** Listed avatars, newest first. */
  readonly newest: (limit: number) => Promise<readonly Avatar[]>
  /** Whether an avatar is told of in age-restricted channels alone. */
  readonly isAdult: (avatar: Avatar) => boolean
  /** Whether a channel is age-restricted; false also when Discord does not tell. */
  readonly isAgeRestricted: (channelId: string) => Promise<boolean>
  readonly now: () => number
  readonly log: Pick<Log, 'warn'>
}

/** Tells servers that asked for it of new avatars. */
export class NewAvatarFeed {
  readonly #deps: FeedDeps

  constructor(deps: FeedDeps) {
    this.#deps = deps
  }

  /** One server that is due. @returns false when none is. */
  async step(): Promise<boolean> {
    const { store, newest, now } = this.#deps
    const nowMs = now()
    const due = await store.takeDueFeed(nowMs, nowMs + PAUSE_MS)
    if (due === null) return false
    // One whose date lies ahead is told when it is there, or it would be told again and again.
    const isFresh = (addedAtMs: number) => addedAtMs > due.afterMs && addedAtMs <= nowMs
    const fresh = (await newest(LOOKED_AT)).filter(({ addedAt }) => isFresh(Date.parse(addedAt)))
    const [last] = fresh
    if (last === undefined) return true
    const untilMs = Date.parse(last.addedAt)
    const told = await this.#fitting(due.channel, fresh)
    if (told.length === 0) await store.noteFeedSent(due.guildId, untilMs)
    else await this.#tell(due, { avatars: told, untilMs, isAll: fresh.length < LOOKED_AT })
    return true
  }

  /** Those that a channel is for. */
  async #fitting(channelId: string, fresh: readonly Avatar[]): Promise<readonly Avatar[]> {
    const { isAdult, isAgeRestricted } = this.#deps
    const forAll = fresh.filter(avatar => !isAdult(avatar))
    return forAll.length === fresh.length || (await isAgeRestricted(channelId)) ? fresh : forAll
  }

  async #tell(due: DueFeed, { avatars, untilMs, isAll }: News): Promise<void> {
    const { store, api, log, now } = this.#deps
    const count = isAll ? `${avatars.length}` : `${avatars.length} or more`
    const title = avatars.length > PAGE ? `New avatars: the last ${PAGE} of ${count}` : 'New avatars'
    // Discord takes one message of a nonce, so that one whose answer was lost is not told again.
    const once = { nonce: `${due.afterMs}`, enforce_nonce: true }
    const message = { ...listMessage(title, avatars.slice(0, PAGE)), ...NO_MENTIONS, ...once }
    const answer = await api.postMessage(due.channel, message)
    if (answer.kind === 'ok') {
      await store.noteFeedSent(due.guildId, untilMs)
    } else if (isShut(answer)) {
      await store.stopFeed(due.guildId)
      log.warn(
        { event: 'discord-feed-stopped', guild: due.guildId },
        'The bot may not write to the channel of a server any more: the feed is off',
      )
    } else {
      await store.postponeFeed(due.guildId, now() + pauseAfter(answer))
    }
  }
}

interface News {
  /** Newest first. */
  readonly avatars: readonly Avatar[]
  /** Avatars until this moment are told by now, or left out for good. */
  readonly untilMs: number
  /** Whether there may be no more than these. */
  readonly isAll: boolean
}

function pauseAfter(answer: UpstreamAnswer): number {
  if (answer.kind === 'refused') return REFUSED_PAUSE_MS
  const wanted = 'retryAfterMs' in answer ? (answer.retryAfterMs ?? 0) : 0
  return Math.max(PAUSE_MS, wanted)
}

/** What Discord says to a message of embeds alone where they are not let through: "Cannot send an empty message". */
const EMPTY_MESSAGE = '50006'

/** The channel is gone, or closed to the bot; anything else passes. */
function isShut(answer: UpstreamAnswer): boolean {
  if (answer.kind !== 'refused') return answer.kind === 'absent'
  return answer.status === 403 || answer.code === EMPTY_MESSAGE
}
