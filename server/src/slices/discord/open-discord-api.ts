import type { Secret } from '../../kernel/secret.ts'
import type { Upstreams } from '../../kernel/upstream.ts'
import { VERSION } from '../../kernel/version.ts'
import { DiscordApi } from './discord-api.ts'

/** Short timeouts, because a person is waiting for the answer. */
const CALL_OPTIONS = {
  limits: { headMs: 5000, responseMs: 10_000, maxBodyBytes: 4 * 1024 * 1024 },
  retry: { maxAttempts: 3, firstPauseMs: 500, longestPauseMs: 2000, totalMs: 15_000 },
}

export interface OpenDiscordApiDeps {
  upstreams: Upstreams
  config: {
    readonly http: { readonly publicUrl: string }
    readonly discord: {
      readonly apiUrl: string
      readonly client: { readonly id: string; readonly secret: Secret<string> } | null
      readonly botToken: Secret<string> | null
    }
  }
}

/** Null when no application is configured. */
export function openDiscordApi({ config, upstreams }: OpenDiscordApiDeps): DiscordApi | null {
  const { apiUrl, client, botToken } = config.discord
  if (client === null) return null
  const userAgent = `DiscordBot (${config.http.publicUrl}, ${VERSION})`
  const upstream = upstreams.open({ name: 'discord', baseUrl: apiUrl, userAgent, ...CALL_OPTIONS })
  const application = {
    id: client.id,
    secret: client.secret.reveal(),
    botToken: botToken?.reveal() ?? null,
  }
  return new DiscordApi({ upstream, application })
}
