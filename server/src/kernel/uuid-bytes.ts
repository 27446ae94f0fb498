/** Characters of a UUID. */
export const UUID_LENGTH = 36
export const UUID_BYTES = 16

const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/

/** Writes the bytes of the UUID in lower case that a text has at `start`; false when it has none there. */
export function writeUuid(text: string, start: number, into: Buffer, at: number): boolean {
  const uuid = text.slice(start, start + UUID_LENGTH)
  if (!UUID.test(uuid)) return false
  into.write(uuid.replaceAll('-', ''), at, 'hex')
  return true
}

/** The UUID in lower case of the bytes at `at`. */
export function readUuid(bytes: Buffer, at: number): string {
  const hex = bytes.toString('hex', at, at + UUID_BYTES)
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}
