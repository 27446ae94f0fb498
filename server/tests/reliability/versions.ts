import { execFileSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { tempFolder } from '../support/temp-folder.ts'
import type { Fault } from './faults.ts'
import type { ServiceProcess } from './service-process.ts'

const ROOT = resolve(import.meta.dirname, '../../..')
const MIGRATIONS = 'server/migrations'
/** Milliseconds for which processes of both versions work side by side before the next is replaced. */
const SIDE_BY_SIDE_MS = 3000

export interface Checkout extends Disposable {
  readonly commit: string
  /** Path of its command line. */
  readonly cli: string
}

/** @returns the commit that added the newest migration: the oldest version that supports this version's schema. */
export function lastMigration(): string {
  return git('log', '-1', '--format=%H', '--', `${MIGRATIONS}/all.ts`)
}

/**
 * Checks a commit out to a temporary folder, with the packages of its own lock file.
 * @throws when there are migrations between it and this version, as such versions must not work side by side
 * (docs/upgrade.md).
 */
export function checkOut(name: string): Checkout {
  const commit = git('rev-parse', `${name}^{commit}`)
  const folder = tempFolder('reliability-version')
  try {
    const archive = join(folder.path, 'old.tar')
    git('archive', `--output=${archive}`, commit)
    const options = { cwd: folder.path, stdio: 'inherit' } as const
    execFileSync('tar', ['--extract', '--file', archive], options)
    const due = migrationsIn(ROOT).filter(file => !migrationsIn(folder.path).includes(file))
    if (due.length > 0) throw new Error(`Migrations are due after ${commit}: ${due.join(', ')}`)
    execFileSync('bash', ['-c', '. script/lib/setup.sh'], options)
  } catch (error) {
    folder.remove()
    throw error
  }
  return { commit, cli: join(folder.path, 'server/src/cli.ts'), [Symbol.dispose]: () => folder.remove() }
}

/** Replaces each process of the old version by this one in turn, then one API process and the worker by the old one. */
export function replacementsOf(
  apis: readonly ServiceProcess[],
  worker: ServiceProcess,
  oldCli: string,
): Fault[] {
  const replacement = (name: string, process: ServiceProcess, cli?: string): Fault => ({
    name,
    lastsMs: 0,
    tolerance: 1,
    begin: () => process.stop(),
    async end() {
      process.cli = cli
      await process.start()
    },
  })
  const nothing = async () => {}
  const sideBySide = { lastsMs: SIDE_BY_SIDE_MS, tolerance: 1, begin: nothing, end: nothing }
  return [
    { name: 'all of the old version', ...sideBySide },
    replacement('first API process new', apis[0]!),
    replacement('worker new', worker),
    { name: 'old and new side by side', ...sideBySide },
    replacement('second API process new', apis[1]!),
    replacement('third API process new', apis[2]!),
    replacement('first API process old again', apis[0]!, oldCli),
    replacement('worker old again', worker, oldCli),
  ]
}

function migrationsIn(folder: string): string[] {
  return readdirSync(join(folder, MIGRATIONS))
}

function git(...args: string[]): string {
  return execFileSync('git', args, { cwd: ROOT, encoding: 'utf8' }).trim()
}
