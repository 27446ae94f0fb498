import assert from 'node:assert/strict'
import { it } from 'node:test'
import { lockedPackages } from '../support/licences.ts'

/** Licences under which a package may be used beside our own, MIT: they ask nothing of our code. */
const ALLOWED = new Set([
  'MIT',
  'ISC',
  '0BSD',
  'BSD-3-Clause',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'CC0-1.0',
  'Unlicense',
  'MIT OR Apache-2.0',
  'MIT AND Apache-2.0',
])
/** Packages under others, which are used unchanged and as files of their own, with the part of their licence that is not above. */
const EXCEPTIONS: readonly (readonly [name: RegExp, licence: RegExp])[] = [
  // Libraries that sharp loads.
  [/^@img\/sharp-/, /^(Apache-2\.0 AND )?LGPL-3\.0-or-later( AND MIT)?$/],
  // Builds and checks the site; none of it is delivered.
  [/^(lightningcss(-.*)?|axe-core)$/, /^MPL-2\.0$/],
]

it('every package has a licence that is allowed', () => {
  const packages = lockedPackages()
  assert.ok(packages.length > 100)
  const refused = packages.filter(
    ({ name, licence }) =>
      licence === null ||
      !(
        ALLOWED.has(licence) ||
        EXCEPTIONS.some(([names, licences]) => names.test(name) && licences.test(licence))
      ),
  )
  assert.deepEqual(refused, [])
})
