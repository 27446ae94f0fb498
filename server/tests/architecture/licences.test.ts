import assert from 'node:assert/strict'
import { it } from 'node:test'
import { lockedPackages } from '../support/licences.ts'

/** Licences that are compatible with our own, MIT, because they make no demands on our code. */
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
/**
 * Packages under other licences, which we use unchanged and as separate files, with the licence that makes them an
 * exception.
 */
const EXCEPTIONS: readonly (readonly [name: RegExp, licence: RegExp])[] = [
  // Native libraries that sharp loads.
  [/^@img\/sharp-/, /^(Apache-2\.0 AND )?LGPL-3\.0-or-later( AND MIT)?$/],
  // Tools that build and check the site; none of them is part of it.
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
