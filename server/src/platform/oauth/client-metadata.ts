import { SCOPES } from '@avatary/contract/oauth'
import type { AdapterPayload } from 'oidc-provider'
import type { Client } from '../../slices/oauth/index.ts'

/**
 * Metadata of an application (RFC 7591 §2). All are "native", which allows any port of loopback addresses and
 * private-use schemes (RFC 8252 §7). The library gets the hash of the secret as the secret (see `createProvider`).
 */
export function clientMetadata({ clientId, redirectUris, secretHash }: Client): AdapterPayload {
  return {
    client_id: clientId,
    application_type: 'native',
    redirect_uris: [...redirectUris],
    response_types: ['code'],
    grant_types: ['authorization_code'],
    scope: SCOPES.join(' '),
    token_endpoint_auth_method: secretHash === null ? 'none' : 'client_secret_basic',
    ...(secretHash !== null && { client_secret: secretHash }),
  }
}
