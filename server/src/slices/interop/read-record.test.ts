import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { MirrorAvatar } from '@avatary/contract/avatar'
import type { AvatarPatch } from '../../avatars/store.ts'
import { readRecord } from './read-record.ts'
import type { Reading, ReadingOptions } from './reading.ts'

const NOW = Date.UTC(2026, 10, 21)
const ID = 'avtr_26187637-0c30-4a09-86e1-bc928c07309e'
const FILE = 'file_9849762e-8080-434d-b598-ce6f7d76b3d1'
const THUMBNAIL = `https://api.vrchat.cloud/api/1/image/${FILE}/3/256`

function read(record: unknown, options: Partial<ReadingOptions> = {}): Reading {
  return readRecord(record, { nowMs: NOW, addedAt: 'kept', ...options })
}

function patchOf(record: Record<string, unknown>, options: Partial<ReadingOptions> = {}): AvatarPatch {
  const reading = read({ id: ID, name: 'Fox', ...record }, options)
  assert.ok(reading.kind === 'patch', JSON.stringify(reading))
  return reading.patch
}

describe('a record', () => {
  const SKIPPED: [what: string, record: unknown, reason: string][] = [
    ['a number', 7, 'not_an_object'],
    ['a list', [], 'not_an_object'],
    ['null', null, 'not_an_object'],
    ['no id', { name: 'Fox' }, 'no_id'],
    ['an empty id', { id: '', name: 'Fox' }, 'invalid_id'],
    ['a legacy id', { id: 'b_26187637-0c30-4a09-86e1-bc928c07309e' }, 'invalid_id'],
    ['an id that is no text', { id: 7 }, 'invalid_id'],
    ['an id alone', { id: ID }, 'id_only'],
    ['an id with nothing that can be read', { id: ID, name: null, tags: 7 }, 'id_only'],
  ]
  for (const [what, record, reason] of SKIPPED) {
    it(`with ${what} is skipped: ${reason}`, () => assert.deepEqual(read(record), { kind: 'skip', reason }))
  }

  it('has its id in lower case, also from a URL', () => {
    assert.equal(patchOf({ id: ID.toUpperCase() }).id, ID)
    assert.equal(patchOf({ id: `https://vrchat.com/home/avatar/${ID}` }).id, ID)
  })

  it('without a name only updates a known avatar', () => {
    for (const name of [undefined, '', '  ', 7]) {
      const reading = read({ id: ID, name, description: 'red' })
      assert.deepEqual(reading, {
        kind: 'patch',
        patch: { id: ID, description: 'red' },
        ifUnknown: 'no_name',
      })
    }
  })

  it('that is not public only hides a known avatar', () => {
    for (const releaseStatus of ['private', 'hidden', 'all']) {
      const reading = read({ id: ID, name: 'Fox', releaseStatus, updated_at: '2024-01-02T03:04:05.000Z' })
      const patch = { id: ID, isActive: false, updatedAtMs: Date.UTC(2024, 0, 2, 3, 4, 5) }
      assert.deepEqual(reading, { kind: 'patch', patch, ifUnknown: 'not_public' })
    }
    assert.equal(patchOf({ releaseStatus: 'public' }).isActive, true)
    assert.equal('isActive' in patchOf({}), false)
  })

  it('that is the header of an export is not an avatar', () => {
    assert.deepEqual(read({ _: 'avatary-export', version: 1 }), { kind: 'header' })
  })
})

describe('dates', () => {
  const DATES: [text: unknown, read: number | undefined][] = [
    ['2023-04-07T00:04:38.907Z', Date.UTC(2023, 3, 7, 0, 4, 38, 907)],
    ['2023-04-07T00:04:38.9070000Z', Date.UTC(2023, 3, 7, 0, 4, 38, 907)],
    ['2023-04-07T02:04:38+02:00', Date.UTC(2023, 3, 7, 0, 4, 38)],
    ['2023-04-07 00:04:38', Date.UTC(2023, 3, 7, 0, 4, 38)],
    ['2023-04-07', Date.UTC(2023, 3, 7)],
    ['0001-01-01T00:00:00.0000000Z', undefined],
    ['2031-01-01T00:00:00Z', undefined],
    ['2023-13-07', undefined],
    ['none', undefined],
    ['7', undefined],
    [1680825878907, undefined],
    [null, undefined],
  ]
  for (const [text, expected] of DATES) {
    it(`${JSON.stringify(text)} is read as ${expected ?? 'unknown'}`, () =>
      assert.equal(patchOf({ updated_at: text }).updatedAtMs, expected))
  }
})

describe('pictures', () => {
  const SERVED: [url: string, served: string][] = [
    [`https://api.vrchat.cloud/api/1/image/${FILE}/3/256`, THUMBNAIL],
    [`https://api.vrchat.cloud/api/1/image/${FILE}/3/512/`, THUMBNAIL],
    [`https://api.vrchat.cloud/api/1/file/${FILE}/3/file`, THUMBNAIL],
    [`https://api.vrchat.cloud/api/1/file/${FILE}/3/`, THUMBNAIL],
    [`http://api.vrchat.cloud/api/1/file/${FILE}/3`, THUMBNAIL],
    ['https://files.vrchat.cloud/thumbnails/1.png', 'https://files.vrchat.cloud/thumbnails/1.png'],
    ['http://assets.vrchat.com/a.png#x', 'https://assets.vrchat.com/a.png'],
    ['https://d348imysud55la.cloudfront.net/t.png', 'https://d348imysud55la.cloudfront.net/t.png'],
  ]
  for (const [url, served] of SERVED) {
    it(`of the platform are served: ${url}`, () => assert.equal(patchOf({ imageUrl: url }).imageUrl, served))
  }

  const REFUSED = [
    'https://thumb.avtrdb.com/a.png',
    'https://s3-us-west-2.amazonaws.com/vrc-uploads/thumbnails/1.png',
    'https://api.vrchat.cloud.evil.example/api/1/image/a',
    'https://api.vrchat.cloud@evil.example/a.png',
    'https://user:pw@api.vrchat.cloud/a.png',
    'https://api.vrchat.cloud:8443/a.png',
    'javascript:alert(1)//api.vrchat.cloud',
    `https://api.vrchat.cloud/${'a'.repeat(2000)}`,
    'nonsense',
    7,
  ]
  for (const url of REFUSED) {
    it(`from elsewhere are not served: ${String(url).slice(0, 60)}`, () => {
      assert.equal('imageUrl' in patchOf({ imageUrl: url }), false)
      assert.equal(patchOf({ imageUrl: url, unityPackages: [] }).imageUrl, '')
      assert.equal(patchOf({ imageUrl: url, addedAt: '2024-01-01T00:00:00Z' }).imageUrl, '')
    })
  }

  it('are the thumbnail if it may be served, and otherwise the full picture', () => {
    const imageUrl = `https://api.vrchat.cloud/api/1/file/${FILE}/2/file`
    assert.equal(patchOf({ imageUrl, thumbnailImageUrl: THUMBNAIL }).imageUrl, THUMBNAIL)
    const other = THUMBNAIL.replace('/3/', '/2/')
    assert.equal(patchOf({ imageUrl, thumbnailImageUrl: 'https://elsewhere.example/a' }).imageUrl, other)
  })
})

describe('our own shape', () => {
  const OWN = {
    description: 'red',
    authorId: 'usr_005507fe-9c05-47d5-af02-a21b4f552596',
    authorName: 'Ann',
    authorVrclUrl: 'https://site.example/ann',
    imageUrl: THUMBNAIL,
    tags: ['author_tag_fox'],
    aiTags: ['fox'],
    platforms: ['ios', 'pc'],
    performance: { pc: 'Very Poor', quest: 'Good' },
    addedAt: '2024-05-06T07:08:09.010Z',
    updatedAt: null,
    views: 12,
    likes: 3,
    createdAt: '2022-01-01T00:00:00.000Z',
  } satisfies Omit<MirrorAvatar, 'id' | 'name'>

  it('is read completely, except for fields that each index derives itself', () => {
    assert.deepEqual(patchOf(OWN), {
      id: ID,
      name: 'Fox',
      description: 'red',
      authorId: OWN.authorId,
      authorName: 'Ann',
      tags: ['author_tag_fox'],
      createdAtMs: Date.UTC(2022, 0, 1),
      imageUrl: THUMBNAIL,
      platforms: ['pc', 'ios'],
      performance: { pc: 'Very Poor', quest: 'Good' },
      addedAtMs: Date.UTC(2024, 4, 6, 7, 8, 9, 10),
      views: 12,
      likes: 3,
    })
  })

  it('keeps the time of addition, or uses that of creation on request', () => {
    assert.equal(patchOf(OWN, { addedAt: 'created' }).addedAtMs, Date.UTC(2022, 0, 1))
    assert.equal('addedAtMs' in patchOf({ ...OWN, addedAt: 'nonsense' }), false)
    const crawled = { created_at: '2022-01-01T00:00:00.000Z' }
    assert.equal('addedAtMs' in patchOf(crawled), false)
    assert.equal(patchOf(crawled, { addedAt: 'created' }).addedAtMs, Date.UTC(2022, 0, 1))
  })

  it('ignores invalid counts, and all counts of other shapes', () => {
    const patch = patchOf({ ...OWN, views: -1, likes: 1.5 })
    assert.deepEqual([patch.views, patch.likes], [undefined, undefined])
    assert.equal('views' in patchOf({ views: 12 }), false)
  })

  it('keeps an avatar hidden that was hidden at its source', () => {
    const inactive = read({ id: ID, name: 'Fox', ...OWN, isActive: false, isListed: false })
    assert.ok(inactive.kind === 'patch')
    assert.deepEqual([inactive.patch.isActive, inactive.ifUnknown], [false, 'add'])
    const withheld = read({ id: ID, name: 'Fox', ...OWN, isListed: false })
    assert.ok(withheld.kind === 'patch')
    assert.deepEqual([withheld.patch.isActive, withheld.ifUnknown], [undefined, 'add_hidden'])
  })
})

describe("the platform's shape", () => {
  const build = (platform: string, variant?: string | null, performanceRating?: string, created_at = '') => ({
    platform,
    ...(variant !== undefined && { variant }),
    ...(performanceRating !== undefined && { performanceRating }),
    created_at,
  })

  it('counts packages without a variant, standard and security ones, but no impostors or unknown ones', () => {
    const unityPackages = [
      build('standalonewindows'),
      build('android', 'impostor', 'Good'),
      build('ios', 'security', 'Poor'),
      build('switch', 'standard'),
    ]
    assert.deepEqual(patchOf({ unityPackages }).platforms, ['pc', 'ios'])
    assert.deepEqual(patchOf({ unityPackages }).performance, { ios: 'Poor' })
    assert.deepEqual(patchOf({ unityPackages: [build('android', 'mystery')] }).platforms, [])
    assert.deepEqual(patchOf({ unityPackages: [build('android', null)] }).platforms, ['quest'])
  })

  it('prefers a rating to none, and of two the newer', () => {
    const rating = (...unityPackages: object[]) => patchOf({ unityPackages }).performance?.pc
    const none = build('standalonewindows', 'standard', 'None', '2025')
    const poor = build('standalonewindows', 'security', 'VeryPoor', '2023')
    const good = build('standalonewindows', 'security', 'Good', '2024')
    assert.equal(rating(none, poor), 'Very Poor')
    assert.equal(rating(poor, none), 'Very Poor')
    assert.equal(rating(good, poor), 'Good')
    assert.equal(rating(poor, good), 'Good')
    assert.equal(rating(none), undefined)
  })

  it("takes the platform's own summary first, of platforms that count", () => {
    const unityPackages = [
      build('standalonewindows', 'standard', 'Good'),
      build('android', 'standard', 'Poor'),
      build('ios', 'impostor'),
    ]
    const performance = {
      standalonewindows: 'VeryPoor',
      'standalonewindows-sort': 1,
      android: 'None',
      ios: 'Excellent',
    }
    assert.deepEqual(patchOf({ unityPackages, performance }).performance, { pc: 'Very Poor', quest: 'Poor' })
  })

  it('has unknown platforms when it lists no packages', () => {
    assert.equal('platforms' in patchOf({ unityPackages: [] }), false)
  })

  it('has unknown performance when nothing is rated', () => {
    assert.equal('performance' in patchOf({ unityPackages: [build('ios', 'standard', 'None')] }), false)
  })

  it('replaces with empty values', () => {
    const patch = patchOf({ unityPackages: [], description: '', tags: [], imageUrl: '' })
    assert.deepEqual([patch.description, patch.tags, patch.imageUrl], ['', [], ''])
  })
})

describe('shapes of other indexes', () => {
  it('of VRCX providers are read leniently, with empty values as unknown', () => {
    const patch = patchOf({
      description: '',
      authorId: '',
      authorName: 'Ann',
      imageUrl: '',
      created_at: '0001-01-01T00:00:00.0000000Z',
      tags: [],
      platforms: [],
      performance: { pc_rating: 'VeryPoor', android_rating: 'None', ios_rating: 'Good', has_impostor: true },
    })
    assert.deepEqual(patch, {
      id: ID,
      name: 'Fox',
      authorName: 'Ann',
      performance: { pc: 'Very Poor', ios: 'Good' },
    })
  })

  it('of avtrDB are read by their own names', () => {
    const patch = patchOf({
      id: undefined,
      vrc_id: ID,
      author: { vrc_id: 'usr_005507FE-9c05-47d5-af02-a21b4f552596', name: 'Ann' },
      image_url: 'https://thumb.avtrdb.com/a.png',
      compatibility: ['android', 'pc'],
      performance: { pc_rating: 'Good', has_impostor: false },
      tags: {
        author_tags: ['fox', 'author_tag_red'],
        content_tags: ['content_gore'],
        non_content_tags: ['x'],
      },
      explicit: false,
    })
    assert.deepEqual(patch, {
      id: ID,
      name: 'Fox',
      authorId: 'usr_005507fe-9c05-47d5-af02-a21b4f552596',
      authorName: 'Ann',
      platforms: ['pc', 'quest'],
      performance: { pc: 'Good' },
      tags: ['author_tag_fox', 'author_tag_red', 'content_gore', 'x'],
    })
  })

  it('have authors in any form', () => {
    const legacy = { author_id: '8JoV9XEdpo', author_name: 'VRChat' }
    assert.deepEqual([patchOf(legacy).authorId, patchOf(legacy).authorName], ['8JoV9XEdpo', 'VRChat'])
    assert.equal(patchOf({ author: 'Ann' }).authorName, 'Ann')
    assert.equal('authorId' in patchOf({ authorId: 'nobody' }), false)
  })
})

describe('long or dirty fields', () => {
  it('are cut without splitting a character', () => {
    const name = patchOf({ name: `${'a'.repeat(255)}🦊` }).name!
    assert.ok(name.length <= 256 && name.isWellFormed())
  })

  it('of tags give distinct texts', () => {
    assert.deepEqual(patchOf({ tags: ['a', ' b ', '', 7, null, 'a'] }).tags, ['a', 'b'])
    assert.deepEqual(patchOf({ tags: 'a, b,,a' }).tags, ['a', 'b'])
  })
})
