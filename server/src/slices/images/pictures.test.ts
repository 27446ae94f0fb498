import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { ManualClock } from '../../../tests/support/manual-clock.ts'
import { Pictures } from './pictures.ts'

const API_URL = 'https://api.vrchat.cloud/api/1'
const GIF = Buffer.from('R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==', 'base64')

describe('pictures of which no WebP is there', () => {
  it('are made two at a time, in the order of asking', async () => {
    const begun: (() => void)[] = []
    const pictures = new Pictures({
      cache: {
        read: async name => (name.endsWith('-webp') ? null : GIF),
        write: async () => {},
        settled: async () => {},
      },
      toWebp: picture => new Promise(made => begun.push(() => made(picture))),
      hosts: () => assert.fail('all originals are in the cache'),
      apiUrl: API_URL,
      perMinute: 1,
      clock: new ManualClock(0),
      sleep: async () => {},
    })
    const answers = [1, 2, 3].map(number => {
      const url = `${API_URL}/image/file_00000000-0000-4000-8000-000000000000/${number}/256`
      return pictures.getWebp(pictures.pictureOf(url, 256)!, null)
    })
    await new Promise(setImmediate)
    assert.equal(begun.length, 2)
    begun[0]!()
    await answers[0]
    assert.equal(begun.length, 3)
    for (const end of begun) end()
    assert.deepEqual(
      (await Promise.all(answers)).map(({ kind }) => kind),
      ['picture', 'picture', 'picture'],
    )
  })
})
