import type { SimAnswer, SimRequest } from '../server/sim-server.ts'
import type { Tokens } from '../server/tokens.ts'
import { BAD_BODY, credentialsOf, jsonOf, MISSING_ACCESS, NO_CONTENT, ok, UNAUTHORIZED } from './answers.ts'
import { permissionsIn, type SimGuild, type SimUser, type Snowflake } from './guilds.ts'

export interface UserApiDeps {
  readonly tokens: Tokens
  readonly users: ReadonlyMap<Snowflake, SimUser>
  readonly guilds: ReadonlyMap<Snowflake, SimGuild>
  /** Keyed by user; Discord decides about linked roles by these values. */
  readonly roleConnections: Map<Snowflake, unknown>
  readonly clientId: string
}

const MAX_VALUE_LENGTH = 100

/** Answers the routes that take a user's token. @returns null for other paths. */
export function answerUserApi(request: SimRequest, path: string, deps: UserApiDeps): SimAnswer | null {
  const { method } = request
  const connection = `/users/@me/applications/${deps.clientId}/role-connection`
  const routes: Record<string, readonly [scope: string, answer: (user: SimUser) => SimAnswer]> = {
    'GET /users/@me': ['identify', user => ok({ discriminator: '0', ...user })],
    'GET /users/@me/guilds': ['guilds', user => ok(guildsOf(user, deps.guilds))],
    [`GET ${connection}`]: ['role_connections.write', user => ok(deps.roleConnections.get(user.id) ?? {})],
    [`PUT ${connection}`]: ['role_connections.write', user => putConnection(request, user, deps)],
    [`DELETE ${connection}`]: [
      'role_connections.write',
      user => {
        deps.roleConnections.delete(user.id)
        return NO_CONTENT
      },
    ],
  }
  const route = routes[`${method} ${path}`]
  const { scheme, value } = credentialsOf(request)
  if (route === undefined || scheme === 'Bot') return null
  const authorization = scheme === 'Bearer' ? deps.tokens.authorizationOf(value) : null
  const user = authorization === null ? undefined : deps.users.get(authorization.sub)
  if (authorization === null || user === undefined) return UNAUTHORIZED
  const [scope, answer] = route
  return authorization.scope.split(' ').includes(scope) ? answer(user) : MISSING_ACCESS
}

function guildsOf(user: SimUser, guilds: ReadonlyMap<Snowflake, SimGuild>): object[] {
  return [...guilds.values()]
    .filter(guild => guild.owner_id === user.id || guild.members[user.id] !== undefined)
    .map(guild => ({
      id: guild.id,
      name: guild.name,
      icon: guild.icon ?? null,
      banner: null,
      owner: guild.owner_id === user.id,
      permissions: String(permissionsIn(guild, user.id)),
      features: [],
    }))
}

function putConnection(request: SimRequest, user: SimUser, deps: UserApiDeps): SimAnswer {
  const body = jsonOf(request) as { metadata?: Record<string, unknown>; platform_name?: string } | null
  const values = Object.values(body?.metadata ?? {})
  const isValid =
    body !== null &&
    (body.platform_name ?? '').length <= 50 &&
    values.every(value => typeof value === 'string' && value.length <= MAX_VALUE_LENGTH)
  if (!isValid) return BAD_BODY
  deps.roleConnections.set(user.id, body)
  return ok(body)
}
