import { type Static, Type } from 'typebox'
import { keysOf, recordOf } from './records.ts'
import { namedShape } from './shape.ts'

/** Every error of the JSON interface by its code on the wire, with its status and default message. */
export const ERRORS = {
  ...withStatus(400, {
    bad_request: 'The request is not valid.',
    invalid_parameter: 'A parameter has a value that is not allowed.',
    malformed_json: 'The body is not valid JSON.',
    invalid_body: 'The body has a field with a value that is not allowed.',
    invalid_id: 'This is not an avatar id or an avatar URL.',
    invalid_name: 'The name has too few or too many characters, or some that cannot be seen.',
    duplicate_name: 'You already have a group of that name.',
    group_limit_reached: 'You have 50 groups, and there can be no more. Delete one first.',
    saved_limit_reached: 'You have saved 10,000 avatars, and there can be no more. Remove some first.',
    key_limit_reached: 'You have 20 keys, and there can be no more. Revoke one first.',
    invalid_import:
      'No avatar ids were found in this file. It may be JSON or CSV as exported here, or a list from VRCX.',
    not_confirmed: 'Type your username to confirm that the account is to be deleted.',
    application_limit_reached: 'You have 20 applications, and there can be no more. Delete one first.',
    channel_not_permitted: 'The bot may not write in that channel of the server.',
    no_valid_section: 'Name at least one section in `include`.',
  }),
  ...withStatus(401, {
    sign_in_required: 'Sign in first.',
    admin_token_required:
      'Send the admin token of this server, `Authorization: Bearer …`, or sign in as an administrator.',
    invalid_signature: 'The signature does not belong to this request, or is not of the last five minutes.',
  }),
  ...withStatus(403, {
    blocked: 'This avatar is blocked and cannot be submitted.',
    origin_not_allowed: 'This request must come from a page of this site.',
    key_scope_missing: 'This personal key does not have the scope for that.',
    application_blocked:
      'An operator blocked an application of yours: it stays as it is, and you can register no other.',
    not_owner: 'Only the verified creator of the avatar may do that.',
    administrator_required: 'You need Administrator permission on that server.',
  }),
  ...withStatus(404, {
    not_found: 'There is nothing at this address.',
    avatar_not_found: 'No such avatar is listed.',
    creator_not_found: 'No avatar of such a creator is listed.',
    image_not_found: 'This avatar has no picture.',
    submission_not_found: 'No such avatar was submitted.',
    unknown_ticket: 'There is no such ticket, or the time for which it is kept has passed.',
    unknown_group: 'You have no such group.',
    unknown_report: 'There is no such report.',
    unknown_placement: 'There is no such placement.',
    unknown_application: 'You have no such application.',
    unknown_grant: 'You have no such grant.',
    unknown_session: 'You have no such session.',
    unknown_key: 'You have no such key.',
    not_saved: 'You have not saved that avatar.',
  }),
  ...withStatus(405, { method_not_allowed: 'This address does not take that method.' }),
  ...withStatus(409, {
    already_indexed: 'This avatar is already in the index.',
    not_listed: 'This avatar is in the index, but not listed: its creator took it out of the lists.',
    already_queued: 'This avatar is already waiting in the queue.',
    no_verified_link: 'Your community profile has no verified platform account.',
    public_application: 'A public application has no secret.',
    not_connected: 'Connect your Discord account first.',
    nothing_to_confirm: 'Nothing waits for your confirmation any more. Connect your Discord account again.',
  }),
  ...withStatus(408, { request_timeout: 'The request took too long to arrive.' }),
  ...withStatus(410, {
    cursor_expired: 'This cursor is older than the change log. Start again from /avatars/all.',
  }),
  ...withStatus(413, { body_too_large: 'The body is too large.' }),
  ...withStatus(414, { uri_too_long: 'The address is too long.' }),
  ...withStatus(415, { unsupported_media_type: 'Send the body as application/json.' }),
  ...withStatus(429, {
    rate_limited: 'Too many requests. Try again later.',
    too_much_at_once: 'Too much at once comes from this address. Try again in a moment.',
  }),
  ...withStatus(431, { headers_too_large: 'The request headers are too large.' }),
  ...withStatus(500, { internal: 'Something failed on our side. It has been logged. Try again later.' }),
  ...withStatus(503, {
    not_ready: 'The service is starting. Try again in a moment.',
    unavailable: 'The database that this needs cannot be reached right now. Try again in a few seconds.',
    overloaded: 'The service is overloaded. Try again in a few seconds.',
    queue_full: 'The verification queue is full. Try again later.',
    key_not_configured: 'The public key of the Discord application is not configured.',
    upstream_not_configured: 'This feature is not configured on this server.',
    upstream_unavailable: 'A service that this needs does not answer. Try again later.',
  }),
}

function withStatus<const Status extends number, Code extends string>(
  status: Status,
  messages: Readonly<Record<Code, string>>,
) {
  return recordOf(keysOf(messages), code => ({ status, message: messages[code] }))
}

export type ErrorCode = keyof typeof ERRORS

export const ERROR_CODES: readonly ErrorCode[] = keysOf(ERRORS)

/** The body of every error outside OAuth (spec, "Error"; `code` is ours). */
export const ErrorSchema = namedShape('Error', {
  error: Type.String({ minLength: 1, description: 'A sentence that a person understands' }),
  code: Type.Enum(ERROR_CODES, { description: 'Stable, for programs; see the table of errors' }),
  field: Type.Optional(
    Type.String({ description: 'The parameter, or the path in the body, whose value is not allowed' }),
  ),
})
export type ErrorBody = Static<typeof ErrorSchema>

/** Errors of the OAuth endpoints (RFC 6749 §4.1.2.1 and §5.2, RFC 6750 §3.1). */
export const OAUTH_ERRORS = {
  invalid_request: 400,
  invalid_grant: 400,
  unauthorized_client: 400,
  unsupported_grant_type: 400,
  unsupported_response_type: 400,
  unsupported_token_type: 400,
  invalid_scope: 400,
  access_denied: 400,
  invalid_client: 401,
  invalid_token: 401,
  insufficient_scope: 403,
  server_error: 500,
  temporarily_unavailable: 503,
} as const satisfies Record<string, number>

export type OAuthErrorCode = keyof typeof OAUTH_ERRORS

/** The body of an OAuth error (RFC 6749 §5.2). */
export const OAuthErrorSchema = Type.Object(
  {
    error: Type.Enum(keysOf(OAUTH_ERRORS)),
    error_description: Type.Optional(Type.String()),
    error_uri: Type.Optional(Type.String()),
  },
  { $id: 'OAuthError', description: 'RFC 6749 §5.2' },
)
