import assert from 'node:assert/strict'
import { describe, it, type TestContext } from 'node:test'
import { startApp } from '../../src/app.ts'
import { VARIABLES } from '../../src/config/variables.ts'
import { Secret } from '../../src/kernel/secret.ts'
import { silentLog } from '../../src/platform/log.ts'
import { isTest, readSources, withoutComments } from '../architecture/source.ts'
import { afterwards } from '../support/cleanup.ts'
import { configOf } from '../support/config.ts'
import { NO_NETWORK } from '../support/system-calls.ts'
import { tempFolder } from '../support/temp-folder.ts'

/** Values of environment variables, at least two of which each variable allows. */
const TEXTS = [
  '1',
  '2',
  '0',
  '10',
  '20',
  'worker',
  'api',
  'warn',
  'error',
  'avtrdb',
  'vrcx',
  'none',
  'full',
  'http://one.test',
  'http://two.test',
  'always_on',
  'always_off',
  'http/json',
  'http/protobuf',
  'sqlite:one',
  'sqlite:two',
  'redis://127.0.0.1:1',
  'redis://127.0.0.1:2',
  '123456789012345678',
  '223456789012345678',
  '10.0.0.1',
  '10.0.0.2',
  `ava_${'a'.repeat(43)}`,
  `ava_${'b'.repeat(43)}`,
  'a'.repeat(64),
  'b'.repeat(64),
  ...[1, 2].map(byte => Buffer.alloc(32, byte).toString('base64')),
]

const NAMES = Object.keys(VARIABLES) as (keyof typeof VARIABLES)[]

function allowedTexts(name: keyof typeof VARIABLES): string[] {
  return TEXTS.filter(text => VARIABLES[name].kind.read(text).kind === 'value')
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Secret)
}

function textOf(value: unknown): string {
  if (Array.isArray(value)) return value.map(textOf).join()
  return value instanceof Secret ? `${value.reveal()}` : `${value}`
}

/** Each setting as text, keyed by its path, such as `http.port`. */
function settingsOf(config: object, path = ''): Map<string, string> {
  const settings = Object.entries(config).flatMap(([name, value]): [string, string][] =>
    isObject(value) ? [...settingsOf(value, `${path}${name}.`)] : [[path + name, textOf(value)]],
  )
  return new Map(settings)
}

/** The settings that a variable determines. */
function settingsDeterminedBy(name: keyof typeof VARIABLES, env: Record<string, string>): string[] {
  const before = settingsOf(configOf(env))
  const changedNames = allowedTexts(name).flatMap(text => {
    const after = settingsOf(configOf({ ...env, [name]: text }))
    return [...after.keys()].filter(path => after.get(path) !== before.get(path))
  })
  return changedNames
}

/** A configuration that records which settings are read. */
function recordingReads<Part extends object>(part: Part, read: Set<string>, path = ''): Part {
  return new Proxy(part, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name)
      if (isObject(value)) return recordingReads(value, read, `${path}${String(name)}.`)
      read.add(path + String(name))
      return value
    },
  })
}

/** The settings that a whole server reads while it starts. */
async function readAtStart(t: TestContext, env: Record<string, string>): Promise<Set<string>> {
  const folder = tempFolder('settings')
  const read = new Set<string>()
  const address = { HOST: '127.0.0.1', PORT: '0', PUBLIC_URL: 'http://localhost' }
  const storage = { DATA_DIR: folder.path, DATABASE_URL: `sqlite:${folder.path}/avatary.sqlite` }
  const config = recordingReads(configOf({ ...env, ...address, ...storage, ROLE: 'all' }), read)
  const app = await startApp({ config, log: silentLog, system: NO_NETWORK })
  afterwards(t, async () => {
    await app.stop()
    folder.remove()
  })
  await app.ready
  return read
}

describe('a setting', () => {
  it('is read by the code', async t => {
    const env = Object.fromEntries(NAMES.map(name => [name, allowedTexts(name)[0]!]))
    const read = await readAtStart(t, env)
    const code = readSources('server/src')
      .filter(({ path }) => !isTest(path) && !path.startsWith('server/src/config/'))
      .map(({ text }) => withoutComments(text))
      .join('\n')
    const isRead = (path: string) => read.has(path) || code.includes(`config.${path}`)
    const used = NAMES.filter(name => settingsDeterminedBy(name, env).some(isRead))
    assert.deepEqual(NAMES, used)
  })
})
