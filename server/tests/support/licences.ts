import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'

const LOCK = resolve(import.meta.dirname, '../../../package-lock.json')

interface LockedPackage {
  readonly license?: string
  readonly link?: boolean
}

/** A package in the lock file. */
export interface Licensed {
  readonly name: string
  /** SPDX expression; null when the package does not declare one. */
  readonly licence: string | null
}

/** Third-party packages that may be installed on some platform. */
export function lockedPackages(): Licensed[] {
  const { packages } = JSON.parse(readFileSync(LOCK, 'utf8')) as { packages: Record<string, LockedPackage> }
  return Object.entries(packages)
    .filter(([path, { link }]) => path.includes('node_modules/') && !link)
    .map(([path, { license = null }]) => ({
      name: path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length),
      licence: license,
    }))
}

/** Number of packages by licence, the most frequent first. */
export function licenceReport(packages: readonly Licensed[]): [licence: string, packages: number][] {
  const groups = Map.groupBy(packages, ({ licence }) => licence ?? 'none')
  return [...groups]
    .map(([licence, { length }]): [string, number] => [licence, length])
    .sort((a, b) => b[1] - a[1])
}
