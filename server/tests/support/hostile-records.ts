import fc from 'fast-check'
import { deriveAiTags } from '../../src/ai-tags/derive.ts'
import type { CatalogRecord } from '../../src/avatars/record.ts'
import { MINUTE_MS } from '../../src/kernel/time.ts'
import { recordWith } from './blank-avatar.ts'
import { codePoint } from './code-point.ts'

/** Maximum lengths of a list of tags, of a tag and of a description that an import accepts. */
const MAX_TAGS = 256
const MAX_TAG = 128
const MAX_DESCRIPTION = 8192

const ADDED_AT = Date.UTC(2026, 0, 1)

/** Texts that are hard to write, cut or compare as bytes. */
type Told = Pick<
  CatalogRecord,
  'name' | 'description' | 'authorId' | 'authorName' | 'tags' | 'views' | 'likes'
>

const PLAIN: Told = {
  name: 'Fox',
  description: 'A fox',
  authorId: 'usr_00000000-0000-4000-8000-0000000000f0',
  authorName: 'Mai',
  tags: ['author_tag_fox'],
  views: 3,
  likes: 1,
}

const CONTROLS = String.fromCharCode(...Array.from({ length: 32 }, (_, code) => code), 0x7f, 0x85, 0x9f)
const SCRIPTS = [
  'سيدة الثعالب ‏‎',
  'จิ้งจอกน้อย',
  'लोमड़ी',
  '桔梗の浴衣 ｶﾞﾝﾀﾞﾑ',
  '𝓕𝓪𝓷𝓬𝔂 𝔉𝔬𝔵',
  '👩‍👩‍👧‍👦🏳️‍🌈',
  'Z͑ͫ̓ͪ̂ͫ̽͏̴̙̤̞͉͚̯̞̠͍A̴̵̜̰͔ͫ͗͢L̠ͨͧͩ͘G̴̻͈͍͔̹̑͗̎̅͛́Ǫ̵̹̻̝̳',
  '\u202egnirts\u202c \u2066\u2069',
  'line\u2028para\u2029\ufeff\u00ad\u200b',
]
const SURROGATES = ['\ud800', '\udc00fox', 'fox\udbff', '\ude00\ud83d', '\ud83d\ude00']
const MARKUP = [
  '"}],"total":0,"',
  '\\u0000\\',
  '</script><script>',
  ']]>&amp;<![CDATA[',
  '-tag:#fox "a',
  '%00%ff',
]

/** The largest counter that is accepted from a source (`mergePatch`). */
const MAX_TOLD = 10 ** 12
/** Counters that sources claim. */
const COUNTERS = [0, 2 ** 31, 2 ** 32 - 1, 2 ** 32, 2 ** 32 + 1, MAX_TOLD, Number.MAX_SAFE_INTEGER]

const numbered = (count: number, tagOf: (i: number) => string): string[] =>
  Array.from({ length: count }, (_, i) => tagOf(i))

const CHOSEN: readonly Partial<Told>[] = [
  { name: '\0', description: '', authorId: '', authorName: '', tags: [], views: 0, likes: 0 },
  { tags: numbered(60, i => `author_tag_${i}`.padEnd(24, 'x')) },
  { tags: numbered(MAX_TAGS, i => `${i}`.padEnd(MAX_TAG, '\u0001')) },
  { tags: numbered(MAX_TAGS, i => `${i}${'狐'.repeat(MAX_TAG - 3)}`) },
  { description: '\u0001'.repeat(MAX_DESCRIPTION) },
  { description: '🦊'.repeat(MAX_DESCRIPTION / 2), name: '狐'.repeat(256), authorName: '"'.repeat(256) },
  { name: CONTROLS, description: CONTROLS, authorName: CONTROLS, tags: [`a${CONTROLS}b`] },
  { name: '__proto__', tags: ['constructor', 'toString', '__proto__'] },
  ...SCRIPTS.map(text => ({ name: text, description: text, authorName: text, tags: [`a${text}b`, 'fox'] })),
  ...SURROGATES.map(text => ({ name: text, description: text, authorName: text, tags: [`a${text}b`] })),
  ...MARKUP.map(text => ({ name: text, description: text, authorName: text, tags: [text] })),
  ...COUNTERS.flatMap(count => [
    { views: count, likes: 0 },
    { views: count, likes: count },
  ]),
]

const texts = fc.oneof(
  fc.string({ unit: codePoint, maxLength: 60 }),
  fc.constantFrom(CONTROLS, ...SCRIPTS, ...SURROGATES, ...MARKUP),
)
const tags = fc.oneof(
  fc.uniqueArray(
    texts.map(text => `a${text}b`),
    { maxLength: 60, selector: storable },
  ),
  fc
    .tuple(fc.nat({ max: MAX_TAGS }), fc.nat({ max: MAX_TAG - 6 }), fc.constantFrom('x', '"', '\u0007', '狐'))
    .map(([count, length, unit]) => numbered(count, i => `${i}${unit.repeat(length)}t`)),
)
const others: fc.Arbitrary<Told> = fc.record({
  name: texts.filter(text => text.trim() !== ''),
  description: fc.oneof(
    texts,
    fc.nat({ max: MAX_DESCRIPTION }).map(length => '"'.repeat(length)),
  ),
  authorId: fc.constantFrom(PLAIN.authorId, '', 'AbCdEfGhIj'),
  authorName: texts,
  tags,
  views: fc.oneof(fc.nat(), fc.constantFrom(...COUNTERS)),
  likes: fc.oneof(fc.nat(), fc.constantFrom(...COUNTERS)),
})

/** An avatar as a source describes it, and the record that must result. */
export interface HostileAvatar {
  /** The source's record as JSON in our own shape. */
  told: string
  record: CatalogRecord
}

/**
 * Avatars that are hard to write: hand-picked ones and as many random ones, in random order.
 * @param seed the same seed yields the same avatars.
 */
export function hostileAvatars(seed: number): HostileAvatar[] {
  const random = fc.sample(others, { numRuns: CHOSEN.length, seed })
  const all = [...CHOSEN.map(fields => ({ ...PLAIN, ...fields })), ...random]
  const places = fc.shuffledSubarray([...all.keys()], { minLength: all.length })
  const [order] = fc.sample(places, { numRuns: 1, seed })
  return order!.map((place, number) => avatarOf(all[place]!, number))
}

function avatarOf(told: Told, number: number): HostileAvatar {
  const uuid = `5eed0000-0000-4000-8000-${String(number).padStart(12, '0')}`
  const record = recordWith({
    key: number + 1,
    id: `avtr_${uuid}`,
    name: storable(told.name),
    description: storable(told.description),
    authorId: told.authorId,
    authorName: storable(told.authorName),
    imageUrl: number % 2 === 0 ? '' : `https://api.vrchat.cloud/api/1/image/file_${uuid}/1/256`,
    tags: told.tags.map(storable),
    aiTags: deriveAiTags(storable(told.name), storable(told.description)),
    platforms: ['pc', 'quest'],
    performance: { pc: 'Very Poor', quest: 'Good' },
    createdAtMs: ADDED_AT - MINUTE_MS,
    addedAtMs: ADDED_AT + number * MINUTE_MS,
    updatedAtMs: number % 3 === 0 ? null : ADDED_AT,
    views: Math.min(told.views, MAX_TOLD),
    likes: Math.min(told.likes, MAX_TOLD),
  })
  const dates = {
    createdAt: new Date(record.createdAtMs!).toISOString(),
    addedAt: new Date(record.addedAtMs).toISOString(),
    updatedAt: record.updatedAtMs === null ? null : new Date(record.updatedAtMs).toISOString(),
  }
  const { id, imageUrl, platforms, performance } = record
  return { told: JSON.stringify({ id, ...told, imageUrl, platforms, performance, ...dates }), record }
}

/** The changes that both databases make: NUL is omitted, and a lone surrogate becomes U+FFFD. */
function storable(text: string): string {
  return text.toWellFormed().replaceAll('\0', '')
}
