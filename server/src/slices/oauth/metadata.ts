import { type AuthorizationServerSchema, SCOPES } from '@avatary/contract/oauth'
import type { Static } from 'typebox'

const AUTH_METHODS = ['client_secret_basic', 'client_secret_post', 'none']

/**
 * Metadata by which clients discover the endpoints (RFC 8414 §2, RFC 9207 §3).
 *
 * @param baseUrl the issuer.
 */
export function metadataOf(baseUrl: string): Static<typeof AuthorizationServerSchema> {
  return {
    issuer: baseUrl,
    authorization_endpoint: `${baseUrl}/oauth2/authorize`,
    token_endpoint: `${baseUrl}/oauth2/token`,
    userinfo_endpoint: `${baseUrl}/oauth2/userinfo`,
    revocation_endpoint: `${baseUrl}/oauth2/revoke`,
    scopes_supported: [...SCOPES],
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: ['authorization_code'],
    token_endpoint_auth_methods_supported: AUTH_METHODS,
    revocation_endpoint_auth_methods_supported: AUTH_METHODS,
    code_challenge_methods_supported: ['S256'],
    authorization_response_iss_parameter_supported: true,
    service_documentation: `${new URL(baseUrl).origin}/docs#oauth`,
  }
}
