import assert from 'node:assert/strict'
import { it } from 'node:test'
import { checkUpstreams } from '../../server/src/cli/doctor/upstreams.ts'
import { startTestApp } from '../../server/tests/support/app.ts'
import { configOf } from '../../server/tests/support/config.ts'
import { NO_NETWORK } from '../../server/tests/support/system-calls.ts'
import { EVERYTHING } from '../../server/tests/support/unset.ts'
import { siteTexts } from './support/texts.ts'

/** The names of all upstreams in logs, metrics and answers. */
async function upstreamNames(): Promise<string[]> {
  await using app = await startTestApp({ env: EVERYTHING, system: NO_NETWORK })
  const headers = { Authorization: `Bearer ${app.adminToken}` }
  const { upstreams } = await app.getJson('/admin/health', { headers })
  return (upstreams as { name: string }[]).map(({ name }) => name)
}

it('administrators read the name of every upstream in their language', async () => {
  const names = await upstreamNames()
  assert.ok(names.includes('platform'))
  for (const locale of ['en', 'ja', 'ko', 'zh'] as const) {
    const textOf = await siteTexts('features/admin', locale)
    for (const name of names) assert.notEqual(textOf(`health.upstreamNames.${name}`), '')
  }
})

it('the doctor names an upstream as logs and metrics do', async () => {
  const names = await upstreamNames()
  const findings = await checkUpstreams(configOf(EVERYTHING), async () => ({ status: 200, date: null }))
  const unknown = findings.map(({ about }) => about.toLowerCase()).filter(about => !names.includes(about))
  assert.deepEqual(unknown, [])
})
