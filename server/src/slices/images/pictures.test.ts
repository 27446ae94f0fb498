import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { ManualClock } from '../../../tests/support/manual-clock.ts'
import { Pictures } from './pictures.ts'

const API_URL = 'https://api.vrchat.cloud/api/1'
const GIF = Buffer.from('R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==', 'base64')

describe('pictures without a cached WebP', () => {
  const AT_ONCE = { 1: 1, 2: 1, 3: 2, 16: 2 }
  for (const [cores, atOnce] of Object.entries(AT_ONCE))
    it(`are converted ${atOnce} at a time on ${cores} cores, in the order of requests`, async () => {
      const begun: (() => void)[] = []
      const pictures = new Pictures({
        cache: {
          read: async name => (name.endsWith('-webp') ? null : GIF),
          write: async () => {},
          settled: async () => {},
        },
        toWebp: picture => new Promise(made => begun.push(() => made(picture))),
        cores: Number(cores),
        upstreamOf: () => assert.fail('all originals are in the cache'),
        apiUrl: API_URL,
        perMinute: 1,
        clock: new ManualClock(0),
        sleep: async () => {},
      })
      const answers = [1, 2, 3].map(number => {
        const url = `${API_URL}/image/file_00000000-0000-4000-8000-000000000000/${number}/256`
        return pictures.getWebp(pictures.pictureOf(url, 256)!, null)
      })
      for (let ended = 0; ended < answers.length; ended++) {
        await nextTurn()
        assert.equal(begun.length, Math.min(answers.length, ended + atOnce))
        begun[ended]!()
        await answers[ended]
      }
      assert.deepEqual(
        (await Promise.all(answers)).map(({ kind }) => kind),
        ['picture', 'picture', 'picture'],
      )
    })
})
