import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, it } from 'node:test'
import { readEnvironment } from '../../src/config/env.ts'
import { LOG_EVENTS } from '../../src/kernel/log-events.ts'
import { readSources } from './source.ts'

const PAGE = resolve(import.meta.dirname, '../../../docs/operate.md')

describe('the events of the log', () => {
  it('stand in docs/operate.md with their meanings', () => {
    const page = readFileSync(PAGE, 'utf8')
    const rows = Object.entries(LOG_EVENTS).map(([event, meaning]) => `| \`${event}\` | ${meaning} |`)
    const table = ['| event | meaning |', '|---|---|', ...rows].join('\n')
    const renewed = page.replace(
      /(<!-- events:.*-->)[\s\S]*(<!-- \/events -->)/,
      (_, begin, end) => `${begin}\n\n${table}\n\n${end}`,
    )
    if (readEnvironment().UPDATE_DOCS === '1') writeFileSync(PAGE, renewed)
    else
      assert.equal(
        page,
        renewed,
        'run: UPDATE_DOCS=1 script/test server/tests/architecture/log-events.test.ts',
      )
  })

  it('are in kebab case, and each is logged somewhere', () => {
    const code = readSources('server')
      .filter(({ path }) => !path.includes('.test.') && !path.endsWith('log-events.ts'))
      .map(({ text }) => text)
      .join('\n')
    for (const event of Object.keys(LOG_EVENTS)) {
      assert.match(event, /^[a-z]+(-[a-z]+)*$/)
      assert.ok(code.includes(`event: '${event}'`), event)
    }
  })
})
