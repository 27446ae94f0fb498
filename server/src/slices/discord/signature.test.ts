import assert from 'node:assert/strict'
import { createHash, createPrivateKey, sign } from 'node:crypto'
import { describe, it } from 'node:test'
import { MINUTE_MS } from '../../kernel/time.ts'
import { signatureProof, verifies, verifyingKey } from './signature.ts'

/** RFC 8032 §7.1: secret key, public key, message, signature. */
const VECTORS = [
  {
    name: 'TEST 1',
    publicKey: 'd75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a',
    message: '',
    signature:
      'e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b',
  },
  {
    name: 'TEST 2',
    publicKey: '3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c',
    message: '72',
    signature:
      '92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00',
  },
  {
    name: 'TEST 3',
    publicKey: 'fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025',
    message: 'af82',
    signature:
      '6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac18ff9b538d16f290ae67f760984dc6594a7c15e9716ed28dc027beceea1ec40a',
  },
]

const PKCS8_HEAD = Buffer.from('302e020100300506032b657004220420', 'hex')
/** RFC 8032 §7.1, TEST 1. */
const SECRET = Buffer.from('9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60', 'hex')
const PUBLIC = VECTORS[0]!.publicKey
const key = createPrivateKey({ key: Buffer.concat([PKCS8_HEAD, SECRET]), format: 'der', type: 'pkcs8' })

const BODY = Buffer.from('{"type":1,"data":"狐 ǃ"}')
const TIMESTAMP = '1700000000'

interface Sent {
  body?: Buffer
  timestamp?: string | undefined
  signature?: string | undefined
}

/** @param ageMs time since the moment given in the headers. */
function check(sent: Sent, publicKey: string | null = PUBLIC, ageMs = 0) {
  const { body = BODY } = sent
  const headers = {
    'x-signature-timestamp': 'timestamp' in sent ? sent.timestamp : TIMESTAMP,
    'x-signature-ed25519': 'signature' in sent ? sent.signature : signatureOf(),
  }
  const { byHead, byBody } = signatureProof(publicKey, () => Number(TIMESTAMP) * 1000 + ageMs)
  return (byHead({ headers }) ?? byBody({ headers, rawBody: body }))?.code ?? 'let through'
}

function signatureOf(body = BODY, timestamp = TIMESTAMP): string {
  return sign(null, Buffer.concat([Buffer.from(timestamp), body]), key).toString('hex')
}

function withBit(bytes: Buffer, bit: number): Buffer {
  const changedBytes = Buffer.from(bytes)
  changedBytes[bit >> 3]! ^= 1 << (bit & 7)
  return changedBytes
}

describe('the signature of an interaction', () => {
  for (const { name, publicKey, message, signature } of VECTORS) {
    it(`passes the test vectors of RFC 8032: ${name}`, () => {
      const vectorKey = verifyingKey(publicKey)
      assert.equal(verifies(vectorKey, Buffer.from(message, 'hex'), signature), true)
      assert.equal(verifies(vectorKey, Buffer.from(`${message}00`, 'hex'), signature), false)
    })
  }

  it('is accepted when it signs timestamp and body', () => {
    assert.equal(check({}), 'let through')
    assert.equal(check({ signature: signatureOf().toUpperCase() }), 'let through')
  })

  it('is refused when any bit of it was changed', () => {
    const bytes = Buffer.from(signatureOf(), 'hex')
    for (let bit = 0; bit < bytes.length * 8; bit++) {
      assert.equal(
        check({ signature: withBit(bytes, bit).toString('hex') }),
        'invalid_signature',
        `bit ${bit}`,
      )
    }
  })

  it('is refused when any bit of the body was changed', () => {
    for (let bit = 0; bit < BODY.length * 8; bit++) {
      assert.equal(check({ body: withBit(BODY, bit) }), 'invalid_signature', `bit ${bit}`)
    }
  })

  it('is refused when any digit of the timestamp was changed', () => {
    for (let at = 0; at < TIMESTAMP.length; at++) {
      for (const digit of '0123456789') {
        const timestamp = TIMESTAMP.slice(0, at) + digit + TIMESTAMP.slice(at + 1)
        if (timestamp !== TIMESTAMP) assert.equal(check({ timestamp }), 'invalid_signature', timestamp)
      }
    }
  })

  it('is refused when the body was cut, extended or encoded differently', () => {
    const rewritten = Buffer.from(JSON.stringify(JSON.parse(BODY.toString()), null, 1))
    for (const body of [BODY.subarray(1), BODY.subarray(0, -1), Buffer.concat([BODY, BODY]), rewritten]) {
      assert.equal(check({ body }), 'invalid_signature')
    }
  })

  it('is refused when digits were moved between timestamp and body', () => {
    const body = Buffer.from('12{}')
    const moved = { timestamp: `${TIMESTAMP}12`, body: Buffer.from('{}'), signature: signatureOf(body) }
    assert.equal(check({ ...moved, timestamp: TIMESTAMP, body }), 'let through')
    // The signed bytes are the same; only the boundary between timestamp and body has moved.
    assert.equal(check(moved), 'invalid_signature')
  })

  it('is refused when it is malformed', () => {
    const good = signatureOf()
    const bad = [undefined, '', 'zz'.repeat(64), good.slice(2), `${good}00`, `0x${good}`, ` ${good}`]
    for (const signature of bad) assert.equal(check({ signature }), 'invalid_signature', signature)
    for (const timestamp of [undefined, '', '-1', '1e9', 'now', ' 1700000000']) {
      assert.equal(check({ timestamp }), 'invalid_signature', timestamp)
    }
  })

  it('is accepted within five minutes before and after its timestamp', () => {
    for (const ageMs of [-5 * MINUTE_MS, 0, 5 * MINUTE_MS])
      assert.equal(check({}, PUBLIC, ageMs), 'let through', `${ageMs} ms old`)
    for (const ageMs of [-5 * MINUTE_MS - 1, 5 * MINUTE_MS + 1, 24 * 60 * MINUTE_MS])
      assert.equal(check({}, PUBLIC, ageMs), 'invalid_signature', `${ageMs} ms old`)
  })

  it('is refused before the body is read when a header is missing, malformed or too old', () => {
    const headers = { 'x-signature-timestamp': TIMESTAMP, 'x-signature-ed25519': signatureOf() }
    const refused = (head: object, ageMs = 0) =>
      signatureProof(PUBLIC, () => Number(TIMESTAMP) * 1000 + ageMs).byHead({
        headers: { ...headers, ...head },
      })
    assert.equal(refused({}), null)
    assert.equal(refused({ 'x-signature-ed25519': undefined })?.code, 'invalid_signature')
    assert.equal(refused({ 'x-signature-ed25519': 'zz'.repeat(64) })?.code, 'invalid_signature')
    assert.equal(refused({ 'x-signature-timestamp': 'now' })?.code, 'invalid_signature')
    assert.equal(refused({}, 6 * MINUTE_MS)?.code, 'invalid_signature')
  })

  it('is refused when another key made it', () => {
    const other = createHash('sha256').update('other').digest()
    const theirs = createPrivateKey({
      key: Buffer.concat([PKCS8_HEAD, other]),
      format: 'der',
      type: 'pkcs8',
    })
    const signature = sign(null, Buffer.concat([Buffer.from(TIMESTAMP), BODY]), theirs).toString('hex')
    assert.equal(check({ signature }), 'invalid_signature')
    assert.equal(check({}, VECTORS[1]!.publicKey), 'invalid_signature')
  })

  it('is refused when it uses the neutral point, which some libraries accept', () => {
    const neutral = `01${'00'.repeat(31)}`
    assert.equal(check({ signature: neutral + '00'.repeat(32) }, neutral), 'invalid_signature')
  })

  it('is refused with `key_not_configured` when there is no key', () => {
    assert.equal(check({}, null), 'key_not_configured')
  })
})
