import { randomBytes, scrypt } from 'node:crypto'
import { promisify } from 'node:util'
import { decrypt, encrypt, NONCE_BYTES, TAG_BYTES } from './sealed.ts'

/** Cost of scrypt (RFC 7914): each guess takes half a second and 128 MiB. */
const COST = { N: 2 ** 17, r: 8, p: 1, maxmem: 256 * 1024 * 1024 }
const NAME = 'scrypt17'
const SALT_BYTES = 16

/** Encrypts a text with AES-256-GCM under a key that scrypt derives from a passphrase. */
export async function sealWithPassphrase(text: string, passphrase: string, purpose: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES)
  const { nonce, body, tag } = encrypt(await keyOf(passphrase, salt), text, purpose)
  return `${NAME}.${Buffer.concat([salt, nonce, tag, body]).toString('base64url')}`
}

/** Returns null when the passphrase is wrong, or when the text was changed or sealed for another purpose. */
export async function openWithPassphrase(
  sealedText: string,
  passphrase: string,
  purpose: string,
): Promise<string | null> {
  const [name, rest = ''] = sealedText.split('.')
  const bytes = Buffer.from(rest, 'base64url')
  const head = SALT_BYTES + NONCE_BYTES + TAG_BYTES
  if (name !== NAME || bytes.length < head) return null
  const key = await keyOf(passphrase, bytes.subarray(0, SALT_BYTES))
  const nonce = bytes.subarray(SALT_BYTES, SALT_BYTES + NONCE_BYTES)
  const tag = bytes.subarray(SALT_BYTES + NONCE_BYTES, head)
  return decrypt(key, { nonce, body: bytes.subarray(head), tag }, purpose)
}

const derive = promisify<string, Buffer, number, typeof COST, Buffer>(scrypt)

async function keyOf(passphrase: string, salt: Buffer): Promise<Buffer> {
  return await derive(passphrase.normalize('NFKC'), salt, 32, COST)
}
