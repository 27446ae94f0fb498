import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { avatarWith } from '../../../tests/support/blank-avatar.ts'
import { codePoint } from '../../../tests/support/code-point.ts'
import { childOf, childrenOf, readXml, type XmlElement } from '../../../tests/support/xml.ts'
import { atomFeed } from './atom.ts'

const UUID = '26187637-0c30-4a09-86e1-bc928c07309e'
const FOX = avatarWith({
  id: `avtr_${UUID}`,
  name: 'Ember <Fox> & "friends"',
  description: 'One\nTwo ]]> <b>',
  authorId: 'usr_005507fe-9c05-47d5-af02-a21b4f552596',
  authorName: 'Mai &amp; ♡',
  imageUrl: 'https://api.vrchat.cloud/api/1/image/file_x/1/256',
  tags: ['author_tag_fox', 'a&b', 'a<b', '"'],
  aiTags: ['fox'],
  platforms: ['pc'],
  addedAt: '2026-02-01T00:00:00.000Z',
  updatedAt: '2026-03-01T00:00:00.000Z',
  views: 1,
  likes: 1,
})
const HEAD = {
  name: 'tag/狐',
  title: 'Avatars tagged 狐 & <co>',
  publicUrl: 'https://avatars.example',
}

/** The requirements of RFC 4287 for a feed and its entries (§4.1.1, §4.1.2). */
function assertValid(feed: XmlElement): void {
  assert.equal(feed.name, 'feed')
  assert.equal(feed.attributes.xmlns, 'http://www.w3.org/2005/Atom')
  assert.equal(childrenOf(feed, 'link').filter(({ attributes }) => attributes.rel === 'self').length, 1)
  childOf(childOf(feed, 'author'), 'name')
  for (const element of [feed, ...childrenOf(feed, 'entry')]) {
    assert.ok(URL.canParse(childOf(element, 'id').text), childOf(element, 'id').text)
    childOf(element, 'title')
    assert.match(childOf(element, 'updated').text, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/)
    for (const { attributes } of childrenOf(element, 'link')) assert.ok(URL.canParse(attributes.href!))
    for (const { attributes } of childrenOf(element, 'category')) assert.notEqual(attributes.term ?? '', '')
  }
  for (const entry of childrenOf(feed, 'entry')) {
    assert.notEqual(childOf(childOf(entry, 'author'), 'name').text, '')
    const alternates = childrenOf(entry, 'link').filter(({ attributes: { rel } }) =>
      [undefined, 'alternate'].includes(rel),
    )
    assert.equal(alternates.length, 1)
  }
  const ids = childrenOf(feed, 'entry').map(entry => childOf(entry, 'id').text)
  assert.equal(new Set(ids).size, ids.length)
}

describe('an Atom feed', () => {
  const feed = readXml(atomFeed(HEAD, [FOX]))
  const [entry] = childrenOf(feed, 'entry')

  it('follows RFC 4287', () => assertValid(feed))

  it('has an id that no other feed has', () => {
    const ids = ['tag/&', 'tag/&amp;', 'tag/%26', 'tag/a/b', 'tag/a#b'].map(
      name => childOf(readXml(atomFeed({ ...HEAD, name }, [])), 'id').text,
    )
    assert.equal(new Set(ids).size, ids.length)
  })

  it('has stable ids, its own URL and that of the site', () => {
    assert.equal(childOf(feed, 'id').text, 'tag:avatars.example,2026:avatary/tag/%E7%8B%90')
    assert.equal(childOf(entry!, 'id').text, `urn:uuid:${UUID}`)
    assert.equal(childOf(feed, 'title').text, HEAD.title)
    const links = childrenOf(feed, 'link').map(({ attributes: { rel, href } }) => [rel, href])
    assert.deepEqual(links, [
      ['alternate', 'https://avatars.example/'],
      ['self', 'https://avatars.example/api/feeds/tag/%E7%8B%90.atom'],
    ])
    assert.match(childOf(feed, 'rights').text, /non-commercial.*https:\/\/avatars\.example\/terms/)
  })

  it('preserves texts with any characters', () => {
    assert.equal(childOf(entry!, 'title').text, 'Ember &lt;Fox&gt; &amp; &quot;friends&quot;')
    assert.equal(
      childOf(entry!, 'content').text,
      `<p><img src="https://avatars.example/api/avatars/avtr_${UUID}/image" alt=""></p><p>One<br>Two ]]&gt; &lt;b&gt;</p>`,
    )
    assert.equal(childOf(childOf(entry!, 'author'), 'name').text, 'Mai &amp; ♡')
    const terms = childrenOf(entry!, 'category').map(({ attributes }) => attributes.term)
    assert.deepEqual(terms, ['fox', 'a&b', '"'])
  })

  it('tells when an avatar was added and last updated', () => {
    assert.equal(childOf(entry!, 'published').text, FOX.addedAt)
    assert.equal(childOf(entry!, 'updated').text, FOX.updatedAt)
    assert.equal(childOf(feed, 'updated').text, FOX.updatedAt)
    const older = { ...FOX, updatedAt: '2020-01-01T00:00:00.000Z' }
    assert.equal(childOf(readXml(atomFeed(HEAD, [older])), 'updated').text, FOX.addedAt)
  })

  it('is valid without entries, and then the same every day', () => {
    const empty = readXml(atomFeed(HEAD, []))
    assertValid(empty)
    assert.equal(childOf(empty, 'updated').text, '1970-01-01T00:00:00.000Z')
  })

  it('is well-formed and valid whatever avatars are called', () => {
    const text = fc.oneof(
      fc.string({ unit: codePoint }),
      fc.constantFrom(
        '',
        '\u0000\u001b[2J',
        '\ud800',
        '\ufffe',
        ']]>]]>',
        '&amp;',
        '&#0;',
        '<!--',
        '狐',
        '"\'<',
      ),
    )
    const avatars = fc.uniqueArray(
      fc.record({
        id: fc.uuid().map(uuid => `avtr_${uuid}`),
        name: text,
        description: text,
        authorId: fc.constantFrom('', '8JoV9XEdpo', FOX.authorId),
        authorName: text,
        tags: fc.array(text, { maxLength: 3 }),
        updatedAt: fc.constantFrom(null, '2026-03-01T00:00:00.000Z'),
        imageUrl: fc.constantFrom('', FOX.imageUrl),
      }),
      { maxLength: 4, selector: ({ id }) => id },
    )
    fc.assert(
      fc.property(text, text, avatars, (name, title, some) => {
        const avatars = some.map(traits => ({ ...FOX, ...traits }))
        assertValid(readXml(atomFeed({ ...HEAD, name: `tag/${name}`, title }, avatars)))
      }),
    )
  })
})
