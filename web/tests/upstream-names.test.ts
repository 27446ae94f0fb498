import assert from 'node:assert/strict'
import { it } from 'node:test'
import { startTestApp } from '../../server/tests/support/app.ts'
import { NO_NETWORK } from '../../server/tests/support/system-calls.ts'
import { EVERYTHING } from '../../server/tests/support/unset.ts'
import { siteTexts } from './support/texts.ts'

it('administrators read the name of every upstream in their language', async () => {
  await using app = await startTestApp({ env: EVERYTHING, system: NO_NETWORK })
  const headers = { Authorization: `Bearer ${app.adminToken}` }
  const { upstreams } = await app.getJson('/admin/health', { headers })
  const names = (upstreams as { name: string }[]).map(({ name }) => name)
  assert.ok(names.includes('platform'))
  for (const locale of ['en', 'ja', 'ko', 'zh'] as const) {
    const textOf = await siteTexts('features/admin', locale)
    for (const name of names) assert.notEqual(textOf(`health.upstreamNames.${name}`), '')
  }
})
