import type { Avatar } from '@avatary/contract/avatar'
import type { Clock } from '../../kernel/clock.ts'
import type { Log } from '../../kernel/log.ts'
import { HOUR_MS, MINUTE_MS } from '../../kernel/time.ts'
import type { UpstreamAnswer } from '../../kernel/upstream.ts'
import { isAdult } from './bot-catalog.ts'
import type { DiscordApi } from './discord-api.ts'
import { listMessage, NO_MENTIONS, PAGE_SIZE } from './messages.ts'
import type { ServerStore } from './servers.sql.ts'
import type { DueFeed } from './store.ts'

/** Minimum pause between two messages to one server. */
const PAUSE_MS = 5 * MINUTE_MS
/** Maximum number of new avatars read for one message; older ones are skipped. */
const MAX_AVATARS = 200
/** Pause after a refusal that a retry would get again. */
const REFUSED_PAUSE_MS = HOUR_MS

export interface FeedDeps {
  readonly servers: Pick<ServerStore, 'takeDueFeed' | 'noteFeedSent' | 'postponeFeed' | 'stopFeed'>
  readonly api: Pick<DiscordApi, 'postMessage'>
  /** Returns listed avatars, newest first. */
  readonly readNewest: (limit: number) => Promise<readonly Avatar[]>
  /** Also false when Discord does not answer. */
  readonly isAgeRestricted: (channelId: string) => Promise<boolean>
  readonly clock: Clock
  readonly log: Pick<Log, 'warn'>
}

/** Posts new avatars to the servers that have switched the feed on. */
export class NewAvatarFeed {
  readonly #deps: FeedDeps

  constructor(deps: FeedDeps) {
    this.#deps = deps
  }

  /** Posts to one server that is due. @returns false when none is. */
  async sendNext(): Promise<boolean> {
    const { servers, readNewest, clock } = this.#deps
    const nowMs = clock.now()
    const dueFeed = await servers.takeDueFeed(nowMs, nowMs + PAUSE_MS)
    if (dueFeed === null) return false
    // Avatars with a future date wait until then; otherwise they would be newer than `afterMs` every time.
    const isNew = (addedAtMs: number) => addedAtMs > dueFeed.afterMs && addedAtMs <= nowMs
    const newAvatars = (await readNewest(MAX_AVATARS)).filter(({ addedAt }) => isNew(Date.parse(addedAt)))
    const [newestAvatar] = newAvatars
    if (newestAvatar === undefined) return true
    const untilMs = Date.parse(newestAvatar.addedAt)
    const avatars = await this.#filterFor(dueFeed.channelId, newAvatars)
    if (avatars.length === 0) await servers.noteFeedSent(dueFeed.guildId, untilMs)
    else await this.#post(dueFeed, { avatars, untilMs, isAll: newAvatars.length < MAX_AVATARS })
    return true
  }

  async #filterFor(channelId: string, avatars: readonly Avatar[]): Promise<readonly Avatar[]> {
    const { isAgeRestricted } = this.#deps
    const nonAdults = avatars.filter(avatar => !isAdult(avatar))
    return nonAdults.length === avatars.length || (await isAgeRestricted(channelId)) ? avatars : nonAdults
  }

  async #post(feed: DueFeed, { avatars, untilMs, isAll }: FeedBatch): Promise<void> {
    const { servers, api, log, clock } = this.#deps
    const count = isAll ? `${avatars.length}` : `${avatars.length} or more`
    const title =
      avatars.length > PAGE_SIZE ? `New avatars: the last ${PAGE_SIZE} of ${count}` : 'New avatars'
    // Discord posts one message per nonce, so a retry after a lost answer does not post twice.
    const nonceFields = { nonce: `${feed.afterMs}`, enforce_nonce: true }
    const message = { ...listMessage(title, avatars.slice(0, PAGE_SIZE)), ...NO_MENTIONS, ...nonceFields }
    const answer = await api.postMessage(feed.channelId, message)
    if (answer.kind === 'ok') {
      await servers.noteFeedSent(feed.guildId, untilMs)
    } else if (isChannelClosed(answer)) {
      await servers.stopFeed(feed.guildId)
      log.warn(
        { event: 'discord-feed-stopped', guild: feed.guildId },
        'The bot may not write to the channel of a server any more: the feed is off',
      )
    } else {
      await servers.postponeFeed(feed.guildId, clock.now() + pauseAfter(answer))
    }
  }
}

interface FeedBatch {
  /** Newest first. */
  readonly avatars: readonly Avatar[]
  /** This message posts or skips all avatars added up to this moment. */
  readonly untilMs: number
  /** False when there may be more avatars. */
  readonly isAll: boolean
}

function pauseAfter(answer: UpstreamAnswer): number {
  if (answer.kind === 'refused') return REFUSED_PAUSE_MS
  const retryAfterMs = 'retryAfterMs' in answer ? (answer.retryAfterMs ?? 0) : 0
  return Math.max(PAUSE_MS, retryAfterMs)
}

/** Discord's "Cannot send an empty message", its answer to embeds in a channel that does not allow them. */
const EMPTY_MESSAGE = '50006'

/** True when the channel was deleted or is closed to the bot; other errors are temporary. */
function isChannelClosed(answer: UpstreamAnswer): boolean {
  if (answer.kind !== 'refused') return answer.kind === 'absent'
  return answer.status === 403 || answer.code === EMPTY_MESSAGE
}
