import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import pg from 'pg'
import { postgresUnavailable } from './postgres-faults.ts'
import { sqliteUnavailable } from './sqlite-faults.ts'

function answered(code: string): Error {
  return Object.assign(new pg.DatabaseError('refused', 1, 'error'), { code })
}

function coded(code: string): Error {
  return Object.assign(new Error(''), { code })
}

describe('errors of PostgreSQL', () => {
  const cases: [what: string, error: Error, fault: string | null][] = [
    ['a connection that broke', answered('08006'), 'unreachable'],
    ['a server that is shut down', answered('57P01'), 'unreachable'],
    ['a server that starts', answered('57P03'), 'unreachable'],
    ['a statement that took too long', answered('57014'), 'deadline'],
    ['a full disk', answered('53100'), 'full'],
    ['too many connections', answered('53300'), 'busy'],
    ['a lock that others hold', answered('55P03'), 'busy'],
    ['a server that became a standby', answered('25006'), 'read_only'],
    ['a failing disk', answered('58030'), 'storage'],
    ['a refused connection', coded('ECONNREFUSED'), 'unreachable'],
    ['a name that is not known', coded('ENOTFOUND'), 'unreachable'],
    ['a connection that takes too long', new Error('timeout expired'), 'deadline'],
    ['a pool without a free one', new Error('timeout exceeded when trying to connect'), 'busy'],
    ['a wrong password', answered('28P01'), null],
    ['a database that is not there', answered('3D000'), null],
    ['a row that is there already', answered('23505'), null],
    ['a statement with a mistake', answered('42601'), null],
    ['a bug', new TypeError('x is not a function'), null],
  ]
  for (const [what, error, fault] of cases) {
    it(`${what}: ${fault ?? 'a failure'}`, () => {
      const unavailable = postgresUnavailable(error)
      assert.equal(unavailable?.fault ?? null, fault)
      assert.notEqual(unavailable?.message, '')
    })
  }
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
      assert.equal(sqliteUnavailable(error)?.fault ?? null, fault)
    })
  }
})
