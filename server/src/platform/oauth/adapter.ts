import { hash } from 'node:crypto'
import { SCOPES } from '@avatary/contract/oauth'
import { type Adapter, type AdapterPayload, errors } from 'oidc-provider'
import type {
  ArtifactKind,
  ArtifactParent,
  AuthorizationServerDeps,
  Client,
} from '../../slices/oauth/index.ts'
import { seal, unseal } from './seal.ts'

type AdapterDeps = Pick<AuthorizationServerDeps, 'artifacts' | 'applications' | 'clock'>

/** Our kind of artifact for each model of the library. */
const KINDS: Readonly<Record<string, ArtifactKind>> = {
  Interaction: 'interaction',
  Grant: 'authorization',
  AuthorizationCode: 'code',
  AccessToken: 'token',
}

export function adapterOf(model: string, deps: AdapterDeps): Adapter {
  if (model === 'Client') return clientAdapter(deps)
  const kind = KINDS[model]
  return kind === undefined ? refusingAdapter(model) : artifactAdapter(kind, deps)
}

function refusingAdapter(model: string): Adapter {
  const refuse = async () => {
    throw new Error(`The provider must not store any ${model}`)
  }
  return {
    upsert: refuse,
    find: refuse,
    findByUserCode: refuse,
    findByUid: refuse,
    consume: refuse,
    destroy: refuse,
    revokeByGrantId: refuse,
  }
}

function clientAdapter({ applications }: AdapterDeps): Adapter {
  return {
    ...refusingAdapter('Client'),
    find: async id => {
      const client = await applications.client(id)
      return client === null || client.blockedAtMs !== null ? undefined : clientMetadata(client)
    },
  }
}

/**
 * Stores the library's artifacts sealed, and finds them by hashes of their ids (`ArtifactStore`). Checks their expiry
 * by the injected clock; the library checks it by the machine's clock as well.
 */
function artifactAdapter(kind: ArtifactKind, { artifacts, clock }: AdapterDeps): Adapter {
  return {
    ...refusingAdapter(kind),

    upsert: async (id, payload, expiresIn = 0) => {
      const nowMs = clock.now()
      const outcome = await artifacts.put(
        {
          idHash: hashOf(id),
          parent: parentOf(kind, payload),
          payload: seal(id, payload),
          expiresAtMs: nowMs + expiresIn * 1000,
        },
        nowMs,
      )
      if (outcome.kind === 'orphan') throw orphanError(kind)
    },

    find: async id => {
      const storedArtifact = await artifacts.find(hashOf(id), kind)
      if (storedArtifact === null) return undefined
      // The library must find a used code, however old, to notice that it is used twice.
      if (storedArtifact.usedAtMs !== null) {
        return { ...unseal(id, storedArtifact.payload), consumed: true, exp: Number.MAX_SAFE_INTEGER }
      }
      return storedArtifact.expiresAtMs <= clock.now() ? undefined : unseal(id, storedArtifact.payload)
    },

    consume: async id => {
      const outcome = await artifacts.useCode(hashOf(id), clock.now())
      if (outcome.kind === 'used_before')
        throw new errors.InvalidGrant({ detail: 'the code was used meanwhile' })
    },

    destroy: async id => await artifacts.remove(hashOf(id)),

    revokeByGrantId: async id => {
      if (kind === 'code' || kind === 'token') await artifacts.removeByAuthorization(hashOf(id), kind)
    },
  }
}

function parentOf(kind: ArtifactKind, payload: AdapterPayload): ArtifactParent {
  if (kind === 'interaction') {
    const accountId = payload.session?.accountId
    return { kind, personKey: accountId === undefined ? null : Number(accountId) }
  }
  if (kind === 'authorization') {
    return { kind, personKey: Number(payload.accountId), clientId: payload.clientId! }
  }
  return { kind, authorizationHash: hashOf(payload.grantId!) }
}

/** The error when the parent artifact was deleted meanwhile. It is one that the endpoint of this kind may answer. */
function orphanError(kind: ArtifactKind): Error {
  if (kind === 'token') return new errors.InvalidGrant({ detail: 'the grant was revoked meanwhile' })
  return new errors.AccessDenied('what the user allowed was taken back meanwhile')
}

function hashOf(id: string): string {
  return hash('sha256', id, 'base64url')
}

/**
 * Metadata of an application (RFC 7591 §2). All are "native", which allows any port of loopback addresses and
 * private-use schemes (RFC 8252 §7). The library gets the hash of the secret as the secret (see `createProvider`).
 */
function clientMetadata({ clientId, redirectUris, secretHash }: Client): AdapterPayload {
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
