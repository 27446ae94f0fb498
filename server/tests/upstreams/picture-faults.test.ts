import assert from 'node:assert/strict'
import { it } from 'node:test'
import { FAULTS, type Fault } from '../../../sim/src/server/faults.ts'
import { faultMatrix } from '../support/fault-matrix.ts'
import { avatarWithPicture, startWithPictures } from '../support/pictures.ts'
import { WITHOUT_PAUSES, withShortDeadlines } from '../support/system-calls.ts'

const FAILURE_HOLDS_MS = 10 * 60_000

it('whatever befalls the host of pictures, nothing wrong is served or kept, and the picture comes once it is well', async t => {
  const faults = Object.keys(FAULTS) as Fault[]
  const { app, sim, clock, picture } = await startWithPictures(t, {
    avatars: [...faults.keys(), 99].map(n => avatarWithPicture(n)),
    systemOver: sim => withShortDeadlines(WITHOUT_PAUSES, sim),
  })
  let number = -1
  const look = async () => {
    const response = await picture(number, '?size=64')
    const bytes = Buffer.from(await response.arrayBuffer())
    if (response.status === 200) {
      assert.equal(bytes.readUInt32BE(16), 64)
      return '200 picture'
    }
    assert.ok(Number(response.headers.get('retry-after')) >= 1 || response.status === 404)
    return `${response.status} ${(JSON.parse(bytes.toString()) as { code: string }).code}`
  }
  const call = async (fault: Fault | null) => {
    if (fault !== null) {
      number++
      const outcome = await look()
      const attempts = sim.requests.length
      assert.equal(await look(), outcome)
      assert.equal(sim.requests.length, attempts, `${fault}: asked again at once`)
      return { outcome, waitedMs: 0 }
    }
    clock.advance(FAILURE_HOLDS_MS)
    return { outcome: await look(), waitedMs: 0 }
  }
  const rows = await faultMatrix({ t, name: 'pictures', sim, call })
  const gone = ['huge']
  assert.deepEqual(
    rows.map(({ fault, outcome, afterwards }) => [fault, outcome, afterwards]),
    faults.map(fault => [
      fault,
      gone.includes(fault) ? '404 image_not_found' : '503 upstream_unavailable',
      '200 picture',
    ]),
  )
  assert.ok(rows.every(({ attempts }) => attempts >= 1 && attempts <= 2))
  assert.equal((await app.get('/health')).status, 200)
})
