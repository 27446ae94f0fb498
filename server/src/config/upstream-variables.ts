import {
  baseUrl,
  choice,
  cookie,
  flag,
  headerText,
  integer,
  line,
  publicKey,
  secret,
  snowflake,
} from './kinds.ts'
import { optional, type Variable, withDefault } from './variable.ts'

export const UPSTREAM_VARIABLES = {
  PLATFORM_API_URL: withDefault(baseUrl, 'https://api.vrchat.cloud/api/1', {
    meaning: "The platform's API",
    example: 'http://127.0.0.1:9001/api/1',
  }),
  PLATFORM_AUTH_COOKIE: optional(cookie, {
    meaning: 'The `auth` cookie of a bot account on the platform. Without it nothing is verified',
    example: 'authcookie_…',
  }),
  PLATFORM_2FA_COOKIE: optional(cookie, {
    meaning: 'The `twoFactorAuth` cookie, if that account has a second factor',
    example: '…',
  }),
  PLATFORM_CONTACT: optional(headerText, {
    meaning:
      'Address at which the platform can reach the operator; sent in the user agent, as the platform requires',
    example: 'admin@avatars.example',
  }),
  PLATFORM_LOOKUPS_PER_MINUTE: withDefault(integer({ min: 1, max: 600 }), 20, {
    meaning: 'Maximum number of requests per minute to the platform, of all kinds together',
    example: '10',
  }),
  IMAGE_CACHE_MB: withDefault(integer({ min: 1, max: 1_000_000 }), 512, {
    meaning: 'Megabytes of avatar pictures that are cached in `DATA_DIR/pictures`; 512 hold some 20,000',
    example: '4096',
  }),
  IMAGE_FETCHES_PER_MINUTE: withDefault(integer({ min: 1, max: 10_000 }), 600, {
    meaning:
      "Maximum number of pictures per minute that are fetched from the platform's hosts, which need no sign-in",
    example: '120',
  }),
  EXTERNAL_INDEX_URL: optional(baseUrl, {
    meaning: 'External index that is asked about terms with few results here',
    example: 'https://index.example/search',
  }),
  EXTERNAL_INDEX_KIND: withDefault(choice('vrcx', 'avtrdb'), 'vrcx', {
    meaning: 'Protocol of that index: `vrcx` (provider protocol) or `avtrdb` (v2)',
    example: 'avtrdb',
  }),
  EXTERNAL_LOOKUP_THRESHOLD: withDefault(integer({ min: 0, max: 1000 }), 10, {
    meaning: 'Terms with fewer results are looked up there; 0 = none',
    example: '5',
  }),
  EXTERNAL_LOOKUP_WAIT_MS: withDefault(integer({ min: 0, max: 10_000 }), 800, {
    meaning: 'Milliseconds that an answer waits for such a lookup; 0 = it does not wait',
    example: '300',
  }),
  EXTERNAL_LOOKUPS_PER_MINUTE: withDefault(integer({ min: 1, max: 6000 }), 30, {
    meaning: 'Maximum number of requests per minute to the external index',
    example: '10',
  }),
  EXTERNAL_SYNC: withDefault(flag, false, {
    meaning: "1 = also follow that index's newest avatars and ask popular terms again, in the background",
    example: '1',
  }),
  COMMUNITY_URL: optional(baseUrl, {
    meaning: 'Community site that signs users in',
    example: 'https://community.example',
  }),
  COMMUNITY_CLIENT_ID: optional(line, {
    meaning: 'Client id at the community site',
    example: 'avatary',
  }),
  COMMUNITY_CLIENT_SECRET: optional(secret, {
    meaning: 'Client secret at the community site',
    example: '…',
  }),
  DISCORD_API_URL: withDefault(baseUrl, 'https://discord.com/api/v10', {
    meaning: "Discord's API",
    example: 'http://127.0.0.1:9004/api/v10',
  }),
  DISCORD_AUTHORIZE_URL: withDefault(baseUrl, 'https://discord.com/oauth2/authorize', {
    meaning: 'Page on which people consent to the connection with Discord',
    example: 'http://127.0.0.1:9004/oauth2/authorize',
  }),
  DISCORD_CLIENT_ID: optional(snowflake, {
    meaning: 'Application id at Discord',
    example: '123456789012345678',
  }),
  DISCORD_CLIENT_SECRET: optional(secret, {
    meaning: "The application's client secret",
    example: '…',
  }),
  DISCORD_BOT_TOKEN: optional(secret, {
    meaning: "The application's bot token",
    example: '…',
  }),
  DISCORD_PUBLIC_KEY: optional(publicKey, {
    meaning: "The application's public key; without it the webhook answers 503",
    example: '64 hexadecimal digits',
  }),
  PATREON_API_URL: withDefault(baseUrl, 'https://www.patreon.com/api/oauth2/v2', {
    meaning: "Patreon's API",
    example: 'http://127.0.0.1:9005/api/oauth2/v2',
  }),
  PATREON_ACCESS_TOKEN: optional(secret, {
    meaning: "The creator's access token",
    example: '…',
  }),
  PATREON_CAMPAIGN_ID: optional(line, {
    meaning: 'The campaign whose members are supporters',
    example: '1234567',
  }),
  SUPPORTER_NAMES: withDefault(choice('full', 'first', 'none'), 'first', {
    meaning:
      'The published part of the names of supporters, which are often legal names: `full`, the `first` word (the whole name if it has no spaces), or `none`',
    example: 'none',
  }),
} as const satisfies Record<string, Variable<unknown>>
