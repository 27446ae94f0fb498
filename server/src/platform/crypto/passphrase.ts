import { randomBytes, scrypt } from 'node:crypto'
import { promisify } from 'node:util'
import { decrypt, encrypt, KEY_BYTES, NONCE_BYTES, TAG_BYTES } from './sealed.ts'

/** Cost of scrypt (RFC 7914): each guess takes half a second and 128 MiB. */
const COST = { N: 2 ** 17, r: 8, p: 1, maxmem: 256 * 1024 * 1024 }
/** First part of a sealed text, which names the cost above. */
const FORMAT = 'scrypt17'
const SALT_BYTES = 16

/** Encrypts a text with AES-256-GCM under a key that scrypt derives from a passphrase. */
export async function sealWithPassphrase(text: string, passphrase: string, purpose: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES)
  const { nonce, ciphertext, tag } = encrypt(await deriveKey(passphrase, salt), text, purpose)
  return `${FORMAT}.${Buffer.concat([salt, nonce, tag, ciphertext]).toString('base64url')}`
}

/** Returns null when the passphrase is wrong, or when the text was changed or sealed for another purpose. */
export async function openWithPassphrase(
  sealedText: string,
  passphrase: string,
  purpose: string,
): Promise<string | null> {
  const [format, base64 = ''] = sealedText.split('.')
  const bytes = Buffer.from(base64, 'base64url')
  const headBytes = SALT_BYTES + NONCE_BYTES + TAG_BYTES
  if (format !== FORMAT || bytes.length < headBytes) return null
  const key = await deriveKey(passphrase, bytes.subarray(0, SALT_BYTES))
  const nonce = bytes.subarray(SALT_BYTES, SALT_BYTES + NONCE_BYTES)
  const tag = bytes.subarray(SALT_BYTES + NONCE_BYTES, headBytes)
  return decrypt(key, { nonce, ciphertext: bytes.subarray(headBytes), tag }, purpose)
}

const scryptAsync = promisify<string, Buffer, number, typeof COST, Buffer>(scrypt)

async function deriveKey(passphrase: string, salt: Buffer): Promise<Buffer> {
  return await scryptAsync(passphrase.normalize('NFKC'), salt, KEY_BYTES, COST)
}
