import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { clientNetwork, widerNetwork } from './client-network.ts'

const SAME: readonly [string, string, string][] = [
  ['one IPv4 address', '203.0.113.7', '203.0.113.7'],
  ['an IPv4 address inside IPv6', '203.0.113.7', '::ffff:203.0.113.7'],
  ['the same, in hexadecimal', '203.0.113.7', '::FFFF:cb00:7107'],
  ['two hosts of an IPv6 /64', '2001:db8:1:2::1', '2001:db8:1:2:ffff:ffff:ffff:ffff'],
  ['one IPv6 address in two spellings', '2001:DB8:0:0::1', '2001:db8::1'],
  ['an IPv6 address with a zone', 'fe80::1', 'fe80::1%eth0'],
  ['texts that are no addresses', 'unknown', ''],
]

const DIFFERENT: readonly [string, string, string][] = [
  ['neighbours in IPv4', '203.0.113.7', '203.0.113.8'],
  ['neighbouring /64 networks', '2001:db8:1:2::1', '2001:db8:1:3::1'],
  ['networks that differ in their first half', '2001:db8:1:2::1', '2001:db9:1:2::1'],
  ['IPv4 and an IPv6 network with the same bits', '203.0.113.7', '0:0:cb00:7107::1'],
]

function key(address: string | undefined): string {
  const { high, low } = clientNetwork(address)
  return `${high} ${low}`
}

describe('the client that a limit counts', () => {
  for (const [name, one, other] of SAME) {
    it(`is one client: ${name}`, () => {
      assert.equal(key(one), key(other))
      assert.equal(clientNetwork(one).text, clientNetwork(other).text)
    })
  }

  for (const [name, one, other] of DIFFERENT) {
    it(`is two clients: ${name}`, () => {
      assert.notEqual(clientNetwork(one).text, clientNetwork(other).text)
    })
  }

  it('is written as an address or as a network', () => {
    assert.equal(clientNetwork('::ffff:203.0.113.7').text, '203.0.113.7')
    assert.equal(clientNetwork('2001:db8:1:2:3:4:5:6').text, '2001:db8:1:2::/64')
    assert.equal(clientNetwork(undefined).text, 'unknown')
  })

  it('has 32-bit halves that distinguish every IPv4 address and every IPv6 /64', () => {
    const v6 = fc
      .tuple(
        fc.integer({ min: 0x2000, max: 0x3fff }),
        fc.array(fc.integer({ min: 0, max: 0xffff }), { minLength: 3, maxLength: 3 }),
      )
      .map(([first, rest]) => `${[first, ...rest].map(word => word.toString(16)).join(':')}::1`)
    const address = fc.oneof(fc.ipV4(), v6)
    fc.assert(
      fc.property(address, address, (one, other) => {
        const [a, b] = [clientNetwork(one), clientNetwork(other)]
        assert.equal(key(one) === key(other), a.text === b.text)
        for (const half of [a.high, a.low]) assert.ok(Number.isInteger(half) && half >= 0 && half < 2 ** 32)
      }),
    )
  })

  it('belongs to a wider network, as large as one allocation', () => {
    const wide = (address: string) => widerNetwork(clientNetwork(address))
    assert.equal(wide('203.0.113.7'), wide('203.0.255.1'))
    assert.notEqual(wide('203.0.113.7'), wide('203.1.113.7'))
    assert.equal(wide('2001:db8:1::1'), wide('2001:db8:ffff::1'))
    assert.notEqual(wide('2001:db8::1'), wide('2001:db9::1'))
  })
})
