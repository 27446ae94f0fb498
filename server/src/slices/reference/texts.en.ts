import type { LIMITS_PER_MINUTE } from '@avatary/contract/limits'
import type { Auth } from '@avatary/contract/route'
import type { RouteTag } from '@avatary/contract/route-tags'

/** The reference's own texts. Texts of the contract are English in every language. */
export type ReferenceTexts = typeof en & {
  /** Absent in English, where the texts of the contract are used. */
  readonly tags?: Readonly<Record<RouteTag, { readonly title: string; readonly description: string }>>
}

export const en = {
  description: 'Reference of the Avatary interface',
  skip: 'Skip to the content',
  contents: 'Contents',
  languages: 'Language',
  worldMakers: 'For world makers',
  heading: ['Every avatar,', 'one request away.'] as [string, string],
  lead: 'Search, mirror and follow a catalog of VRChat avatars. Plain GET, plain JSON; no key for anything public.',
  endpoints: (count: number) => `${count} endpoints`,
  baseAddress: 'Base address',
  writtenFromContract: (version: string) =>
    `Interface ${version}, written from the contract that this server checks itself against.`,
  chapters: {
    start: 'Where to begin',
    conventions: 'How it behaves',
    limits: 'Limits',
    counting: 'What counts',
    shapes: 'Shapes',
    errors: 'Errors',
    terms: 'Terms',
  },
  /** Texts with `code` and **bold**, in the syntax of `prose`. */
  guides: {
    mirror: {
      title: 'Mirror the catalog',
      steps: [
        'Take `next` of `/avatars/changes`.',
        'Copy `/avatars/all`, following `nextOffset` until it is null.',
        'Ask `/avatars/changes?since=…` for what follows, again and again.',
      ],
    },
    world: {
      title: 'Inside a world',
      steps: [
        'Bake one address into the world: `/world/bundle?include=trending,random,tags`.',
        'Every key is always there, no type ever changes.',
        'Check `schema` of `/world/ping` before you trust a payload.',
      ],
    },
    live: {
      title: 'Follow it live',
      steps: [
        'Open `/avatars/events` as an event source.',
        'Replace your counters by those of each frame.',
        'After a break, `Last-Event-ID` brings what you missed; what you have already comes with the same `seq`.',
      ],
    },
  },
  conventions: [
    '**Numbers out of bounds** are moved to the nearer bound, and the answer tells the `limit` it used. Anything else that is not allowed is a 400 that names the parameter and what it takes.',
    '**Unknown parameters** are ignored; of a repeated one the last counts; an empty one counts as absent. `+` and `%20` are both a space.',
    '**Bodies** are JSON, not compressed, of at most 4 KiB where an endpoint names no other size; the connection of one that is refused unread ends with the answer.',
    '**Errors** are `{"error": "a sentence", "code": "for_programs"}`, with a status that fits.',
    '**Ask cheaply:** send the `ETag` of your last answer as `If-None-Match`, and an unchanged one costs no bytes.',
    '**From any page:** everything public may be read by scripts of any origin.',
    '**Times** are ISO 8601 in UTC; **ids** are text; new fields may appear, and none disappears.',
  ],
  limits:
    'For each address and minute. Every answer carries `RateLimit-Limit`, `RateLimit-Remaining` and `RateLimit-Reset` (seconds); a 429 also `Retry-After`. This server may have other values: read the headers instead of writing numbers down.',
  limitFor: 'For',
  aMinute: 'A minute',
  groups: {
    read: 'Search and everything else that only reads',
    bulk: 'The whole catalog: `/avatars/all`, `/avatars/all.ndjson`',
    submissions: 'Submitted avatars, each item of a batch counted, valid or not',
    reports: 'Reports',
    writes: 'Changes by signed-in users',
    world: 'World endpoints',
    files: 'Pictures, and the files of the web site: these count nowhere else',
    global: 'Everything else together',
  } satisfies Record<keyof typeof LIMITS_PER_MINUTE, string>,
  errorsText:
    'The sentence often says more than this table: which field it is, and what it takes. Programs go by the code.',
  status: 'Status',
  code: 'Code',
  sentence: 'Sentence',
  authentication: {
    public: 'no key needed',
    session: 'sign-in',
    key: 'sign-in or personal key',
    'optional-session': 'with or without sign-in',
    'same-origin-session': 'sign-in, same origin',
    signature: 'signature',
    application: 'application',
    bearer: 'access token',
    admin: 'admin token',
  } satisfies Record<Auth | 'key', string>,
  perMinute: (count: number) => `${count} a minute`,
  extension: 'extension',
  inputs: { path: 'Path', query: 'Query', headers: 'Headers' },
  body: (kibibytes: number) => `Body, at most ${kibibytes} KiB`,
  answer: 'Answer',
  redirect: 'a redirect.',
  noBody: 'without a body.',
  answerEach: (mediaType: string) => `Answer, ${mediaType}, each`,
  exampleAnswer: 'Example answer',
  linkToEndpoint: 'Link to this endpoint',
  linkToShape: 'Link to this shape',
  field: 'Field',
  type: 'Type',
  default: 'Default',
  meaning: 'Meaning',
  required: 'required',
  mayBeAbsent: 'may be absent',
  cutAfter: (characters: number) => `cut after ${characters} characters`,
}
