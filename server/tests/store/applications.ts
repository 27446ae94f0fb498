import type { NewClient } from '../../src/slices/oauth/applications.ts'

export const NOW = Date.UTC(2026, 10, 21)

export const CLIENT: NewClient = {
  clientId: 'avc_1',
  name: 'Lantern Board',
  siteUrl: 'https://app.example/',
  kind: 'confidential',
  redirectUris: ['https://app.example/callback', 'http://127.0.0.1/callback'],
  createdAtMs: NOW,
  secretHash: 'hash',
}
