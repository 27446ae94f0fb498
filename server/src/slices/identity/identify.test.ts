import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { ManualClock } from '../../../tests/support/manual-clock.ts'
import { SOMEBODY } from '../../../tests/support/somebody.ts'
import { DatabaseUnavailableError } from '../../kernel/database-unavailable.ts'
import { createIdentify } from './identify.ts'
import { RENEWAL_INTERVAL_MS } from './session-rules.ts'

/** Identifies a request whose session is due for renewal, and returns the cookies that it sets. */
async function identifyWith(renew: () => Promise<void>, authorization?: string) {
  const clock = new ManualClock()
  const session = { id: 's', personKey: 7, seenAtMs: clock.now() - RENEWAL_INTERVAL_MS }
  const { by: _, ...person } = SOMEBODY
  const store = { findSession: async () => ({ person, session }), renew } as never
  const identify = createIdentify({ store, ownerOfKey: async () => null, isSecure: false, clock })
  const cookies: string[] = []
  const context = {
    headers: { cookie: `avatary_session=${'A'.repeat(43)}`, authorization },
    addHeader: (_name: string, value: string) => void cookies.push(value),
  }
  const found = await identify(context as never, { acceptsKey: true })
  return { name: found?.name, cookies: cookies.length }
}

describe('the person who sent a request', () => {
  it('gets the session renewed', async () => {
    assert.deepEqual(await identifyWith(async () => {}), { name: 'Fox', cookies: 1 })
  })

  it('is identified by the session despite a proxy password, but not despite a wrong key', async () => {
    const nameWith = async (authorization: string) => (await identifyWith(async () => {}, authorization)).name
    assert.equal(await nameWith('Basic YTpi'), 'Fox')
    assert.equal(await nameWith('Bearer avk_wrong'), undefined)
    assert.equal(await nameWith('Bearer'), undefined)
  })

  it('is identified even while nothing can be written, as on a full disk', async () => {
    const full = new DatabaseUnavailableError('full', 'no room')
    assert.deepEqual(await identifyWith(() => Promise.reject(full)), { name: 'Fox', cookies: 0 })
  })
})
