import assert from 'node:assert/strict'
import { it } from 'node:test'
import { startProblem } from './start-problem.ts'

const HTTP = { host: 'nowhere.invalid', port: 8787 }

it('a name that cannot be resolved is blamed on HOST only if it is that of HOST', () => {
  assert.match(startProblem(unresolved(HTTP.host), HTTP), /nowhere\.invalid is no address .* Set HOST/)
  assert.doesNotMatch(startProblem(unresolved('collector.invalid'), HTTP), /HOST/)
})

/** The error of `dns.lookup`. */
function unresolved(hostname: string): Error {
  const traits = { code: 'ENOTFOUND', syscall: 'getaddrinfo', hostname }
  return Object.assign(new Error(`getaddrinfo ENOTFOUND ${hostname}`), traits)
}
