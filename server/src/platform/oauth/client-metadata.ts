import { SCOPES } from '@avatary/contract/oauth'
import type { AdapterPayload } from 'oidc-provider'
import type { Client } from '../../slices/oauth/index.ts'

/**
 * An application in the provider's words (RFC 7591 §2). All are "native" there: that is what frees the port of
 * loopback addresses and allows private-use schemes (RFC 8252 §7); what may be registered is decided before. The
 * secret's hash stands for the secret, see `createProvider`.
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
