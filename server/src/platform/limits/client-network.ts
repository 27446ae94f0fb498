import ipaddr from 'ipaddr.js'

/**
 * The client that a limit counts: an IPv4 address, or the first 64 bits of an IPv6 address, because one customer gets
 * that whole network. It is kept as two 32-bit halves; an IPv4 address is the low one, under a prefix (`::/32`) that no
 * IPv6 host has.
 */
export interface ClientNetwork {
  /** `203.0.113.7` or `2001:db8:1:2::/64`. */
  readonly text: string
  readonly high: number
  readonly low: number
  readonly isV4: boolean
}

const UNKNOWN_CLIENT: ClientNetwork = { text: 'unknown', high: 0, low: 0, isV4: true }

/**
 * @param address as a socket or `X-Forwarded-For` has it. IPv4 inside IPv6 (`::ffff:…`) counts as IPv4; anything else
 * (a Unix socket has no address) counts as one client.
 */
export function clientNetwork(address: string | undefined): ClientNetwork {
  if (address === undefined || !ipaddr.isValid(address)) return UNKNOWN_CLIENT
  const parsedAddress = ipaddr.process(address)
  const bytes = parsedAddress.toByteArray()
  if (parsedAddress.kind() === 'ipv4')
    return { text: parsedAddress.toString(), high: 0, low: uint32At(bytes, 0), isV4: true }
  const prefix = new ipaddr.IPv6([...bytes.slice(0, 8), 0, 0, 0, 0, 0, 0, 0, 0])
  return { text: `${prefix.toString()}/64`, high: uint32At(bytes, 0), low: uint32At(bytes, 4), isV4: false }
}

/** The network around a client, about the size that a provider is allocated: /16 of IPv4, /32 of IPv6. */
export function widerNetwork(client: ClientNetwork): number {
  return client.isV4 ? client.low >>> 16 : client.high
}

function uint32At(bytes: number[], at: number): number {
  return ((bytes[at]! << 24) | (bytes[at + 1]! << 16) | (bytes[at + 2]! << 8) | bytes[at + 3]!) >>> 0
}
