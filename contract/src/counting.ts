import { Type } from 'typebox'
import { shape } from './shape.ts'

/** Maximum number of views, outbound clicks and wears of one avatar that are counted per address and hour. */
export const MAX_VISITS_PER_HOUR = 5

/** Prefixes of the `User-Agent` of programs that people use, although lists of bots include them. */
export const HUMAN_USER_AGENTS = ['VRCX', 'VRChat/', 'UnityPlayer/'] as const

/** The rules of counting in Markdown, for the reference. */
export const COUNTING_RULES: readonly string[] = [
  '**Bots are not counted:** no view, outbound click, wear, impression or search term of ' +
    'a client whose `User-Agent` the npm package `isbot` recognises. These are crawlers, headless browsers and everything ' +
    'that is not a browser, such as `curl/8.14.1` and `python-requests/2.32.0`. A client without `User-Agent` counts, and ' +
    `so does one whose \`User-Agent\` begins with ${HUMAN_USER_AGENTS.map(name => `\`${name}\``).join(', ')}.`,
  `**${MAX_VISITS_PER_HOUR} an hour:** for one avatar, at most ${MAX_VISITS_PER_HOUR} views, ${MAX_VISITS_PER_HOUR} outbound clicks ` +
    `and ${MAX_VISITS_PER_HOUR} wears of one address (IPv6: one /64 network) count per UTC hour. Addresses are only kept in ` +
    'memory, as salted hashes, until the hour ends. This server may have another number.',
  '**The answer tells if a visit counts:** it is `ok` either way. `/avatars/{id}/track` adds `"counted": false` when ' +
    'the event does not count; `/world/avatar/{id}` and `/world/avatar/{id}/wear` always have `counted`.',
  '**`HEAD` counts nothing.**',
]

export const TrackAnswerSchema = shape({
  ok: Type.Literal(true),
  counted: Type.Optional(Type.Literal(false, { description: 'Present only when the event does not count' })),
})

/** Required, while `TrackAnswerSchema` may omit it: answers for worlds always have every key. */
export const countedField = Type.Boolean({ description: 'Whether the visit counts' })
