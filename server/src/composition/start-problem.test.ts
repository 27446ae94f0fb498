import assert from 'node:assert/strict'
import { it } from 'node:test'
import { startProblem } from './start-problem.ts'

const HTTP = { host: 'nowhere.invalid', port: 8787 }

it('a name that cannot be resolved is blamed on HOST only if it is that of HOST', () => {
  assert.match(startProblem(unresolved(HTTP.host), HTTP), /nowhere\.invalid is no address .* Set HOST/)
  assert.doesNotMatch(startProblem(unresolved('collector.invalid'), HTTP), /HOST/)
})

it('a database without the wanted encryption is a line that names DATABASE_URL', () => {
  for (const error of [
    Object.assign(new Error('self-signed certificate'), { code: 'DEPTH_ZERO_SELF_SIGNED_CERT' }),
    Object.assign(new Error('unable to verify the first certificate'), {
      code: 'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
    }),
    Object.assign(new Error('certificate has expired'), { code: 'CERT_HAS_EXPIRED' }),
    new Error('The server does not support SSL connections'),
  ]) {
    const problem = startProblem(error, HTTP)
    assert.match(problem, /no encrypted connection to the database: .*\. Check sslmode .* DATABASE_URL\.$/)
    assert.doesNotMatch(problem, /\n/)
  }
})

it('a damaged database is a line that advises to restore a backup', () => {
  for (const message of ['database disk image is malformed', 'file is not a database'])
    assert.equal(
      startProblem(Object.assign(new Error(message), { code: 'ERR_SQLITE_ERROR' }), HTTP),
      `Avatary could not go on: the database is damaged: ${message}. Restore a backup with --replace.`,
    )
})

/** The error of `dns.lookup`. */
function unresolved(hostname: string): Error {
  const traits = { code: 'ENOTFOUND', syscall: 'getaddrinfo', hostname }
  return Object.assign(new Error(`getaddrinfo ENOTFOUND ${hostname}`), traits)
}
