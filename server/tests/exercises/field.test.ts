import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { ROOT } from '../architecture/source.ts'
import { tempFolder } from '../support/temp-folder.ts'

/** The files to change for `heightMeters`, as CONTRIBUTING.md lists them, and their changes. */
const PLACES: Readonly<Record<string, (source: string) => string>> = {
  'contract/src/avatar.ts': source =>
    source.replace(
      '  likes: Type.Integer({ minimum: 0, examples: [248] }),\n',
      line => `${line}  heightMeters: Type.Union([Type.Number({ examples: [1.4] }), Type.Null()]),\n`,
    ),
  'server/src/avatars/fields.ts': source =>
    source.replace(
      "  likes: { kind: number, form: 'counter' },\n",
      line => `${line}  heightMeters: {
    kind: optional(number),
    column: 'height_meters',
    fromSource: 'unless blank',
    form: 'own',
  },\n`,
    ),
  'server/migrations/0099-height.ts': () =>
    `import { sql, type Transaction } from 'kysely'
import type { Engine } from '../src/kernel/database.ts'
import { columnTypes } from './types.ts'

export async function up(tx: Transaction<unknown>, engine: Engine): Promise<void> {
  const { float8 } = columnTypes(engine)
  await sql\`alter table avatars add column height_meters \${float8}\`.execute(tx)
}
`,
  'server/migrations/all.ts': source =>
    `import * as height from './0099-height.ts'\n${source.replace(
      /\n\]\n/,
      "\n  { name: '0099-height', up: height.up },\n]\n",
    )}`,
  'server/src/slices/interop/own-shape.ts': source =>
    source.replace(
      '    views: readCount(record.views),\n',
      line =>
        `    heightMeters: typeof record.heightMeters === 'number' ? record.heightMeters : undefined,\n${line}`,
    ),
}

/**
 * Entry points from which the compiler reaches the whole product, and those from which it reaches all that names every
 * field.
 */
const PRODUCT = ['server/src/main.ts', 'server/src/cli.ts', 'client/src/client.ts']
const NAMING = [
  'server/src/avatars/index.ts',
  'server/src/slices/interop/index.ts',
  'server/src/composition/read-model.ts',
  'server/migrations/all.ts',
]

/** Links between workspaces and caches, which must not point to the original files. */
const NOT_SHARED = ['@avatary', '.cache']

const tree = tempFolder('field')
after(() => tree.remove())

function copyTree(): void {
  for (const path of [
    'contract',
    'client',
    'sim',
    'server/src',
    'server/migrations',
    'server/tests/exercises',
    'server/tests/support/record-forms.ts',
  ])
    cpSync(join(ROOT, path), join(tree.path, path), { recursive: true })
  for (const path of ['tsconfig.json', 'package.json', 'server/package.json'])
    cpSync(join(ROOT, path), join(tree.path, path))
  const modules = join(tree.path, 'node_modules')
  mkdirSync(join(modules, '@avatary'), { recursive: true })
  for (const name of readdirSync(join(ROOT, 'node_modules')))
    if (!NOT_SHARED.includes(name)) symlinkSync(join(ROOT, 'node_modules', name), join(modules, name))
  for (const workspace of ['contract', 'client', 'sim', 'server'])
    symlinkSync(join(tree.path, workspace), join(modules, '@avatary', workspace))
}

/** Applies the change to every place except `leftOut`. */
function add(leftOut: string | null): void {
  for (const [path, edit] of Object.entries(PLACES)) {
    const isNew = !readdirSync(join(ROOT, path, '..')).includes(path.split('/').at(-1)!)
    const before = isNew ? '' : readFileSync(join(ROOT, path), 'utf8')
    const source = path === leftOut ? before : edit(before)
    assert.ok(
      path === leftOut || source !== before,
      `${path} does not have the lines by which its place is found`,
    )
    if (isNew && path === leftOut) rmSync(join(tree.path, path), { force: true })
    else writeFileSync(join(tree.path, path), source)
  }
}

/** Runs the process and then the compiler; returns their failures, or an empty text. */
function failure(files: readonly string[]): string {
  const database = join(tree.path, `${counter++}.sqlite`)
  const args = ['server/tests/exercises/field-process.ts', database, 'heightMeters', '1.62', '0.4']
  const imported = spawnSync(process.execPath, args, options())
  // Checking the types of all files takes four times as long.
  if (imported.status !== 0) return `process: ${imported.stderr}`
  const tsc = join(ROOT, 'node_modules/.bin/tsc')
  const config = { extends: './tsconfig.json', files, include: ['server/src/**/*.d.ts'] }
  writeFileSync(join(tree.path, 'tsconfig.field.json'), JSON.stringify(config))
  // A second checker would repeat shared work, which takes two thirds more CPU time.
  const types = spawnSync(tsc, ['-p', 'tsconfig.field.json', '--checkers', '1'], options())
  return types.status === 0 ? '' : `types: ${types.stdout}`
}

let counter = 0
const options = () => ({ cwd: tree.path, encoding: 'utf8' }) as const

describe('a field of an avatar', () => {
  copyTree()

  it('is added in few files, from an import to the answers that ask for it', () => {
    assert.ok(Object.keys(PLACES).length <= 6)
    add(null)
    assert.equal(failure(PRODUCT), '')
  })

  for (const path of Object.keys(PLACES)) {
    it(`cannot be forgotten in ${path}`, () => {
      add(path)
      assert.match(failure(NAMING), /heightMeters|height_meters|0099-height/)
    })
  }

  it('is added as CONTRIBUTING.md says', () => {
    const guide = readFileSync(join(ROOT, 'CONTRIBUTING.md'), 'utf8')
    const [section = ''] = /### … a field of an avatar\n.*?(?=\n### )/s.exec(guide) ?? []
    for (const path of Object.keys(PLACES))
      assert.ok(section.includes(path.replace(/0099-height\.ts$/, '')), `${path} is not named`)
  })
})
