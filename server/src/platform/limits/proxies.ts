import type { IncomingMessage } from 'node:http'
import proxyAddr from '@fastify/proxy-addr'
import ipaddr from 'ipaddr.js'
import type { Log } from '../../kernel/log.ts'

/** Bounded, so that clients cannot fill the log. */
const MAX_WARNINGS = 8

/** Finds the client behind the reverse proxies that `TRUST_PROXY` names. */
export class Proxies {
  readonly #isTrusted: (address: string, hop: number) => boolean
  readonly #log: Pick<Log, 'warn'>
  readonly #warnedProxies = new Set<string>()

  /** @param deps.trusted addresses, networks and proxy-addr's names */
  constructor({ trusted, log }: { trusted: readonly string[]; log: Pick<Log, 'warn'> }) {
    const matches = proxyAddr.compile([...trusted])
    this.#isTrusted = (address, hop) => matches(withoutPort(address), hop)
    this.#log = log
  }

  isProxy(address: string): boolean {
    return this.#isTrusted(address, 0)
  }

  /** The client's address. `X-Forwarded-For` is read only when a trusted proxy sent it. */
  addressOf(request: IncomingMessage): string {
    const peer = request.socket.remoteAddress ?? ''
    if (request.headers['x-forwarded-for'] === undefined) return peer
    if (this.isProxy(peer)) return withoutPort(proxyAddr(request, this.#isTrusted))
    this.#warn(peer)
    return peer
  }

  /** Names a peer only when its address is private: any other may be a visitor's, and those are not logged. */
  #warn(peer: string): void {
    const proxy = isPrivate(peer) ? peer : 'a public address'
    if (this.#warnedProxies.has(proxy) || this.#warnedProxies.size === MAX_WARNINGS) return
    this.#warnedProxies.add(proxy)
    this.#log.warn(
      { event: 'untrusted-proxy', proxy },
      'X-Forwarded-For is ignored: its sender is not named in TRUST_PROXY, so all its clients share one limit. If it is a proxy of yours, add its address there',
    )
  }
}

/** `192.0.2.1:443` → `192.0.2.1`, `[2001:db8::1]:443` → `2001:db8::1`: some proxies append the client's port. */
export function withoutPort(address: string): string {
  return /^\[([^\]]+)\](?::\d+)?$|^(\d+(?:\.\d+){3}):\d+$/.exec(address)?.slice(1).find(Boolean) ?? address
}

function isPrivate(address: string): boolean {
  return ipaddr.isValid(address) && ipaddr.process(address).range() !== 'unicast'
}
