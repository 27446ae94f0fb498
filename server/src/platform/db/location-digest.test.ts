import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { locationDigest } from './location-digest.ts'

describe('the address of a database', () => {
  it('is the same for every user and setting', () => {
    const address = locationDigest('postgres://avatary:secret@db.example:5432/avatary')
    assert.equal(locationDigest('postgres://other:newer@db.example:5432/avatary?sslmode=require'), address)
  })

  it('differs by host, port, socket, database and file', () => {
    const urls = [
      'postgres://db.example/avatary',
      'postgres://db.example:6432/avatary',
      'postgres://other.example/avatary',
      'postgres://db.example/other',
      'postgres://localhost/avatary?host=/run/one',
      'postgres://localhost/avatary?host=/run/other',
      'sqlite:/srv/one.sqlite',
      'sqlite:/srv/other.sqlite',
    ]
    assert.equal(new Set(urls.map(locationDigest)).size, urls.length)
  })
})
