import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { parseEnv } from 'node:util'

const DEPLOY = join(import.meta.dirname, '../../../deploy')
/** podman-compose 1.0 leaves others as they are: those with an empty default or message. */
const VARIABLE = /\$\{(?<name>\w+)(?::\?[^}]+)?\}/g

describe('deploy/compose.yaml', () => {
  const text = readFileSync(join(DEPLOY, 'compose.yaml'), 'utf8')

  it('has variables in forms that docker and podman read', () => {
    assert.doesNotMatch(text.replaceAll(VARIABLE, ''), /\$\{/)
  })

  it('takes its variables from deploy/compose.env.example', () => {
    const names = new Set([...text.matchAll(VARIABLE)].map(({ groups }) => groups!.name!))
    const known = Object.keys(parseEnv(readFileSync(join(DEPLOY, 'compose.env.example'), 'utf8')))
    assert.deepEqual([...names].sort(), known.sort())
  })
})
