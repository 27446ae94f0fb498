import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { isPictureOrigin, pictureOf } from './picture.ts'

const API = 'http://127.0.0.1:9001/api/1'
const FILE = 'file_00000000-0000-4000-8000-0000000000aa'

describe('the picture of an image address', () => {
  it('of the platform’s API is fetched from the configured API, in the requested size', () => {
    const picture = pictureOf(`https://api.vrchat.cloud/api/1/image/${FILE}/7/256`, 128, API)
    assert.equal(picture?.url.href, `${API}/image/${FILE}/7/128`)
    assert.equal(picture?.name, `${FILE}-7-128`)
  })

  it('of another host of the platform is fetched unchanged, whatever the size', () => {
    const url = 'https://files.vrchat.cloud/thumbnails/a.png?b=1'
    const [small, large] = ([64, 512] as const).map(size => pictureOf(url, size, API)!)
    assert.equal(small!.url.href, url)
    assert.equal(small!.name, large!.name)
    assert.match(small!.name, /^other_[0-9a-f]{40}$/)
  })

  it('does not exist for a text that is not a URL of the platform', () => {
    for (const url of [
      '',
      'x',
      'https://example.org/a.png',
      'http://files.vrchat.cloud/a.png',
      'https://files.vrchat.cloud:8443/a.png',
      'https://user@files.vrchat.cloud/a.png',
      'https://files.vrchat.cloud.example.org/a.png',
    ])
      assert.equal(pictureOf(url, 256, API), null, url)
  })
})

it('pictures may only be fetched from the configured API and the platform’s hosts', () => {
  const may = (url: string) => isPictureOrigin(new URL(url), API)
  assert.ok(may('http://127.0.0.1:9001/stored/a'))
  assert.ok(may('https://assets.vrchat.com/a'))
  assert.ok(!may('http://127.0.0.1:9002/stored/a'))
  assert.ok(!may('http://assets.vrchat.com/a'))
  assert.ok(!may('https://169.254.169.254/'))
})
