import assert from 'node:assert/strict'
import type { IncomingMessage } from 'node:http'
import { describe, it } from 'node:test'
import { Proxies, withoutPort } from './proxies.ts'

function proxies(trusted: readonly string[]) {
  const warnings: unknown[] = []
  const log = { warn: (details: unknown) => void warnings.push(details) }
  const all = new Proxies({ trusted, log })
  const addressOf = (peer: string, forwarded?: string) => {
    const headers = forwarded === undefined ? {} : { 'x-forwarded-for': forwarded }
    return all.addressOf({ socket: { remoteAddress: peer }, headers } as unknown as IncomingMessage)
  }
  return { addressOf, warnings }
}

describe('the address of a client', () => {
  it('is that of the connection without a trusted proxy', () => {
    const { addressOf } = proxies([])
    assert.equal(addressOf('203.0.113.7'), '203.0.113.7')
    assert.equal(addressOf('203.0.113.7', '198.51.100.1'), '203.0.113.7')
  })

  it('is the nearest untrusted address of X-Forwarded-For', () => {
    const { addressOf } = proxies(['loopback', '10.0.0.0/8'])
    assert.equal(addressOf('127.0.0.1', '192.0.2.9, 203.0.113.7, 10.1.2.3'), '203.0.113.7')
  })

  it('is read without its port, also of a trusted proxy in between', () => {
    const { addressOf } = proxies(['loopback', '10.0.0.0/8'])
    assert.equal(addressOf('127.0.0.1', '203.0.113.7:51234'), '203.0.113.7')
    assert.equal(addressOf('::1', '[2001:db8::7]:443'), '2001:db8::7')
    assert.equal(addressOf('127.0.0.1', '203.0.113.7:51234, 10.1.2.3:80'), '203.0.113.7')
  })

  it('is kept when it is not an address with a port', () => {
    for (const address of ['203.0.113.7', '2001:db8::7', 'unknown', '', 'fe80::1%eth0']) {
      assert.equal(withoutPort(address), address)
    }
    assert.equal(withoutPort('[2001:db8::7]'), '2001:db8::7')
  })
})

describe('a proxy that TRUST_PROXY does not name', () => {
  it('is warned about once, by its address', () => {
    const { addressOf, warnings } = proxies(['10.0.0.1'])
    for (let i = 0; i < 3; i++) addressOf('10.0.0.2', '203.0.113.7')
    assert.deepEqual(warnings, [{ event: 'untrusted-proxy', proxy: '10.0.0.2' }])
  })

  it('is not named when its address may be that of a visitor', () => {
    const { addressOf, warnings } = proxies([])
    for (let i = 1; i < 5; i++) addressOf(`8.8.8.${i}`, '203.0.113.7')
    assert.deepEqual(warnings, [{ event: 'untrusted-proxy', proxy: 'a public address' }])
  })

  it('is not warned about without the header, or when it is named', () => {
    const { addressOf, warnings } = proxies(['10.0.0.2'])
    addressOf('10.0.0.2', '203.0.113.7')
    addressOf('10.0.0.3')
    assert.deepEqual(warnings, [])
  })

  it('cannot fill the log', () => {
    const { addressOf, warnings } = proxies([])
    for (let i = 0; i < 50; i++) addressOf(`10.0.0.${i}`, '203.0.113.7')
    assert.equal(warnings.length, 8)
  })
})
