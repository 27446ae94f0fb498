import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { parseEnv } from 'node:util'

const DEPLOY = join(import.meta.dirname, '../../../deploy')
/**
 * Matches the only forms of variables that podman-compose 1.0 substitutes: not those with an empty default or message.
 */
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

describe('files with the secrets of an installation', () => {
  const NAMES = ['.env', 'secret.yaml']

  it('are neither committed nor copied into an image', () => {
    const linesOf = (name: string) => readFileSync(join(DEPLOY, '..', name), 'utf8').split('\n')
    for (const name of NAMES) {
      assert.ok(linesOf('.gitignore').includes(name), name)
      assert.ok(linesOf('.dockerignore').includes(`**/${name}`), name)
    }
  })
})

describe('deploy/Containerfile', () => {
  it('asks the health of the port that the process was given', async () => {
    const text = readFileSync(join(DEPLOY, 'Containerfile'), 'utf8')
    const [, command = '[]'] = /^HEALTHCHECK .*CMD (\[.*\])$/m.exec(text) ?? []
    const [, ...args] = JSON.parse(command) as string[]
    const server = createServer((request, response) => {
      response.statusCode = request.url === '/api/health' ? 200 : 404
      response.end()
    })
    await once(server.listen(0, '127.0.0.1'), 'listening')
    const check = async (port: number) => {
      const [code] = await once(spawn(process.execPath, args, { env: { PORT: String(port) } }), 'exit')
      return code
    }
    const { port } = server.address() as AddressInfo
    assert.equal(await check(port), 0)
    server.close()
    server.closeAllConnections()
    assert.equal(await check(port), 1)
  })
})
