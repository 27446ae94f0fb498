import assert from 'node:assert/strict'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, it } from 'node:test'
import { isTest, readSources, withoutComments } from '../../tests/architecture/source.ts'
import { configOf } from '../../tests/support/config.ts'
import { EVERYTHING } from '../../tests/support/unset.ts'
import { readEnvironment } from './env.ts'
import { VARIABLES } from './variables.ts'

const DOCS = resolve(import.meta.dirname, '../../../docs')
const PAGE = resolve(DOCS, 'configuration.md')

describe('docs/configuration.md', () => {
  it('has the table of all variables in the code', () => {
    const page = readFileSync(PAGE, 'utf8')
    const renewed = page.replace(
      /(<!-- variables:.*-->)[\s\S]*(<!-- \/variables -->)/,
      (_, begin, end) => `${begin}\n\n${variablesTable()}\n\n${end}`,
    )
    if (readEnvironment().UPDATE_DOCS === '1') writeFileSync(PAGE, renewed)
    else assert.equal(page, renewed, 'run: UPDATE_DOCS=1 script/test server/src/config/reference.test.ts')
  })

  it('has only variables from which settings are made, each of which the product uses', () => {
    const code = readSources('server/src').filter(({ path }) => !isTest(path))
    const textOf = (isOfConfig: boolean) =>
      code
        .filter(({ path }) => path.startsWith('server/src/config/') === isOfConfig)
        .map(({ text }) => withoutComments(text))
        .join('\n')
    const [inside, outside] = [textOf(true), textOf(false)]
    const isNamed = (name: string, text: string) => new RegExp(`(?<!\\w)${name}\\b`).test(text)
    const unread = Object.keys(VARIABLES).filter(name => !isNamed(`(values\\.|{ )${name}`, inside))
    assert.deepEqual(unread, [])
    const unused = namesIn(configOf(EVERYTHING)).filter(name => !isNamed(name, outside))
    assert.deepEqual(unused, [])
  })

  it('shows examples that are allowed', () => {
    for (const [name, { kind, example }] of Object.entries(VARIABLES)) {
      if (/[`…]|hexadecimal/.test(example)) continue
      const reading = kind.read(example)
      assert.ok(reading.kind === 'value', `${name}: ${JSON.stringify(reading)}`)
    }
  })

  it('says what 0 means wherever it is allowed', () => {
    const silent = Object.entries(VARIABLES).filter(
      ([, { kind, meaning }]) => /^a whole number from 0 /.test(kind.allowed) && !/[.;] 0 = /.test(meaning),
    )
    assert.deepEqual(silent, [])
  })
})

it('documents that name a limit with its number have its default', () => {
  const names = readdirSync(DOCS).filter(name => name.endsWith('.md'))
  const text = names.map(name => readFileSync(resolve(DOCS, name), 'utf8')).join('\n')
  const found = [...text.matchAll(/([\d,]+) (?:requests )?a minute[^.|`]*`(RATE_LIMIT_[A-Z]+)`/g)]
  assert.ok(found.length >= 6, `only ${found.length}`)
  const variables: Readonly<Record<string, { fallback: unknown }>> = VARIABLES
  for (const [sentence, number, name] of found)
    assert.equal(Number(number!.replace(',', '')), variables[name!]?.fallback, sentence)
})

/** The names of all settings and their groups. */
function namesIn(settings: object): string[] {
  return Object.entries(settings).flatMap(([name, value]) => [
    name,
    ...(Object.getPrototypeOf(value ?? '') === Object.prototype ? namesIn(value) : []),
  ])
}

/** The Markdown table of all variables, as in `docs/configuration.md`. */
function variablesTable(): string {
  const rows = Object.entries(VARIABLES).map(([name, { kind, meaning, defaultText, example }]) => {
    const secrecy = kind.isSecret ? ' Secret.' : ''
    return `| \`${name}\` | ${defaultText} | ${meaning}.${secrecy} | ${code(example)} |`
  })
  return ['| name | default | meaning | example |', '|---|---|---|---|', ...rows].join('\n')
}

function code(example: string): string {
  return example.includes('`') || example.includes(' ') ? example : `\`${example}\``
}
