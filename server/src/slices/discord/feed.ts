import type { Avatar } from '@avatary/contract/avatar'
import type { UpstreamAnswer } from '../../kernel/upstream.ts'
import type { DiscordApi } from './discord-api.ts'
import { listMessage, NO_MENTIONS, PAGE } from './messages.ts'
import type { DueFeed, FeedStore } from './store.ts'

/** Between two messages to one server: several avatars come in one. */
const PAUSE_MS = 5 * 60_000
/** Looked at for one message; of more, the newest are told. */
const LOOKED_AT = 200
/** After an answer that the same message would get again. */
const REFUSED_PAUSE_MS = 60 * 60_000

export interface FeedParts {
  readonly store: FeedStore
  readonly api: Pick<DiscordApi, 'postMessage'>
  /** Listed avatars, newest first. */
  readonly newest: (limit: number) => Promise<readonly Avatar[]>
  readonly now: () => number
  readonly log: { warn(details: object, message: string): void }
}

/** Tells servers that asked for it of new avatars. */
export class NewAvatarFeed {
  readonly #parts: FeedParts

  constructor(parts: FeedParts) {
    this.#parts = parts
  }

  /** One server that is due. @returns false when none is. */
  async step(): Promise<boolean> {
    const { store, newest, now } = this.#parts
    const nowMs = now()
    const due = await store.takeDueFeed(nowMs, nowMs + PAUSE_MS)
    if (due === null) return false
    // One whose date lies ahead is told when it is there, or it would be told again and again.
    const isFresh = (addedAtMs: number) => addedAtMs > due.afterMs && addedAtMs <= nowMs
    const fresh = (await newest(LOOKED_AT)).filter(({ addedAt }) => isFresh(Date.parse(addedAt)))
    if (fresh.length > 0) await this.#tell(due, fresh)
    return true
  }

  async #tell(due: DueFeed, fresh: readonly Avatar[]): Promise<void> {
    const { store, api, log, now } = this.#parts
    const count = fresh.length < LOOKED_AT ? `${fresh.length}` : `${fresh.length} or more`
    const title = fresh.length > PAGE ? `New avatars: the last ${PAGE} of ${count}` : 'New avatars'
    // Discord takes one message of a nonce, so that one whose answer was lost is not told again.
    const once = { nonce: `${due.afterMs}`, enforce_nonce: true }
    const message = { ...listMessage(title, fresh.slice(0, PAGE)), ...NO_MENTIONS, ...once }
    const answer = await api.postMessage(due.channel, message)
    if (answer.kind === 'ok') {
      await store.noteFeedSent(due.guildId, Date.parse(fresh[0]!.addedAt))
    } else if (isShut(answer)) {
      await store.stopFeed(due.guildId)
      log.warn({ guild: due.guildId }, 'A server does not let the bot write any more: its feed is off')
    } else {
      await store.postponeFeed(due.guildId, now() + pauseAfter(answer))
    }
  }
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
