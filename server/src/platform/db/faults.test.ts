import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import pg from 'pg'
import { connectionUnavailableError, postgresUnavailableError } from './postgres-faults.ts'
import { sqliteUnavailableError } from './sqlite-faults.ts'

function errorFromServer(code: string): Error {
  return Object.assign(new pg.DatabaseError('refused', 1, 'error'), { code })
}

function errorWithCode(code: string): Error {
  return Object.assign(new Error(''), { code })
}

describe('errors of PostgreSQL', () => {
  const cases: [what: string, error: Error, fault: string | null][] = [
    ['a connection that broke', errorFromServer('08006'), 'unreachable'],
    ['a server that is shut down', errorFromServer('57P01'), 'unreachable'],
    ['a server that starts', errorFromServer('57P03'), 'unreachable'],
    ['a statement that took too long', errorFromServer('57014'), 'deadline'],
    ['a full disk', errorFromServer('53100'), 'full'],
    ['too many connections', errorFromServer('53300'), 'busy'],
    ['a lock that others hold', errorFromServer('55P03'), 'busy'],
    ['a server that became a standby', errorFromServer('25006'), 'read_only'],
    ['a failing disk', errorFromServer('58030'), 'storage'],
    ['a refused connection', errorWithCode('ECONNREFUSED'), 'unreachable'],
    ['a name that is not known', errorWithCode('ENOTFOUND'), 'unreachable'],
    ['a connection that takes too long', new Error('timeout expired'), 'deadline'],
    ['a pool without a free one', new Error('timeout exceeded when trying to connect'), 'busy'],
    ['a wrong password', errorFromServer('28P01'), null],
    ['a database that is not there', errorFromServer('3D000'), null],
    ['a row that is there already', errorFromServer('23505'), null],
    ['a statement with a mistake', errorFromServer('42601'), null],
    ['a bug', new TypeError('x is not a function'), null],
  ]
  for (const [what, error, fault] of cases) {
    it(`${what}: ${fault ?? 'a failure'}`, () => {
      const unavailable = postgresUnavailableError(error)
      assert.equal(unavailable?.fault ?? null, fault)
      assert.notEqual(unavailable?.message, '')
    })
  }
})

describe('a connection to PostgreSQL that is refused', () => {
  for (const error of [
    errorFromServer('28P01'),
    errorFromServer('3D000'),
    errorWithCode('CERT_HAS_EXPIRED'),
  ]) {
    const what = (error as NodeJS.ErrnoException).code
    it(`is a failure at first, and later a server that cannot be reached: ${what}`, () => {
      assert.equal(connectionUnavailableError(error, { wasAccepted: false }), null)
      assert.equal(connectionUnavailableError(error, { wasAccepted: true })?.fault, 'unreachable')
    })
  }

  it('stays busy when there are too many', () => {
    assert.equal(connectionUnavailableError(errorFromServer('53300'), { wasAccepted: true })?.fault, 'busy')
  })
})

describe('errors of SQLite', () => {
  const cases: [what: string, code: number, fault: string | null][] = [
    ['SQLITE_BUSY', 5, 'busy'],
    ['SQLITE_READONLY', 8, 'read_only'],
    ['SQLITE_IOERR_FSYNC', 1034, 'storage'],
    ['SQLITE_FULL', 13, 'full'],
    ['SQLITE_CANTOPEN', 14, 'storage'],
    ['SQLITE_ERROR', 1, null],
    ['SQLITE_CORRUPT', 11, null],
    ['SQLITE_CONSTRAINT_UNIQUE', 2067, null],
  ]
  for (const [what, errcode, fault] of cases) {
    it(`${what}: ${fault ?? 'a failure'}`, () => {
      const error = Object.assign(new Error(what), { errcode })
      assert.equal(sqliteUnavailableError(error)?.fault ?? null, fault)
    })
  }
})
