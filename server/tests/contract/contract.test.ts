import { after, before, describe, it } from 'node:test'
import { startTestApp, type TestApp } from '../support/app.ts'
import { INVENTED_AVATARS } from '../support/invented-avatars.ts'
import { contractSuite } from './suite.ts'
import type { Target } from './target.ts'

/** Enough for every write of the contract, and few enough reports to use them up. */
const LIMITS = { RATE_LIMIT_REPORTS: '20', RATE_LIMIT_WRITES: '1000', RATE_LIMIT_GLOBAL: '10000' }

describe('the server keeps the contract', () => {
  let app: TestApp
  let target: Target
  before(async () => {
    app = await startTestApp({ avatars: INVENTED_AVATARS, env: LIMITS })
    const { adminToken } = app
    target = { baseUrl: `${app.origin}/api`, fetch, adminToken }
  })
  after(() => app[Symbol.asyncDispose]())

  for (const { name, run } of contractSuite()) it(name, t => run(target, reason => t.skip(reason)))
})
