import { type Static, Type } from 'typebox'
import { keysOf } from './records.ts'
import { namedShape } from './shape.ts'

/** Every error of the JSON interface by its code on the wire, with its status and default message. */
export const ERRORS = {
  bad_request: { status: 400, message: 'The request is not valid.' },
  invalid_parameter: { status: 400, message: 'A parameter has a value that is not allowed.' },
  malformed_json: { status: 400, message: 'The body is not valid JSON.' },
  invalid_body: { status: 400, message: 'The body has a field with a value that is not allowed.' },
  invalid_id: { status: 400, message: 'This is not an avatar id or an avatar URL.' },
  invalid_name: {
    status: 400,
    message: 'The name has too few or too many characters, or some that cannot be seen.',
  },
  duplicate_name: { status: 400, message: 'You already have a group of that name.' },
  group_limit_reached: {
    status: 400,
    message: 'You have 50 groups, and there can be no more. Delete one first.',
  },
  saved_limit_reached: {
    status: 400,
    message: 'You have saved 10,000 avatars, and there can be no more. Remove some first.',
  },
  key_limit_reached: {
    status: 400,
    message: 'You have 20 keys, and there can be no more. Revoke one first.',
  },
  invalid_import: {
    status: 400,
    message:
      'No avatar ids were found in this file. It may be JSON or CSV as exported here, or a list from VRCX.',
  },
  not_confirmed: { status: 400, message: 'Type your username to confirm that the account is to be deleted.' },
  application_limit_reached: {
    status: 400,
    message: 'You have 20 applications, and there can be no more. Delete one first.',
  },
  channel_not_permitted: { status: 400, message: 'The bot may not write in that channel of the server.' },
  no_valid_section: { status: 400, message: 'Name at least one section in `include`.' },
  sign_in_required: { status: 401, message: 'Sign in first.' },
  admin_token_required: {
    status: 401,
    message:
      'Send the admin token of this server, `Authorization: Bearer …`, or sign in as an administrator.',
  },
  invalid_signature: {
    status: 401,
    message: 'The signature does not belong to this request, or is not of the last five minutes.',
  },
  blocked: { status: 403, message: 'This avatar is blocked and cannot be submitted.' },
  origin_not_allowed: { status: 403, message: 'This request must come from a page of this site.' },
  key_scope_missing: { status: 403, message: 'This personal key does not have the scope for that.' },
  application_blocked: {
    status: 403,
    message: 'An operator blocked an application of yours: it stays as it is, and you can register no other.',
  },
  not_owner: { status: 403, message: 'Only the verified creator of the avatar may do that.' },
  administrator_required: { status: 403, message: 'You need Administrator permission on that server.' },
  not_found: { status: 404, message: 'There is nothing at this address.' },
  avatar_not_found: { status: 404, message: 'No such avatar is listed.' },
  creator_not_found: { status: 404, message: 'No avatar of such a creator is listed.' },
  image_not_found: { status: 404, message: 'This avatar has no picture.' },
  submission_not_found: { status: 404, message: 'No such avatar was submitted.' },
  unknown_ticket: { status: 404, message: 'There is no such ticket, or it is older than 90 days.' },
  unknown_group: { status: 404, message: 'You have no such group.' },
  unknown_report: { status: 404, message: 'There is no such report.' },
  unknown_placement: { status: 404, message: 'There is no such placement.' },
  unknown_application: { status: 404, message: 'You have no such application.' },
  unknown_grant: { status: 404, message: 'You have no such grant.' },
  unknown_session: { status: 404, message: 'You have no such session.' },
  unknown_key: { status: 404, message: 'You have no such key.' },
  not_saved: { status: 404, message: 'You have not saved that avatar.' },
  method_not_allowed: { status: 405, message: 'This address does not take that method.' },
  already_indexed: { status: 409, message: 'This avatar is already in the index.' },
  not_listed: {
    status: 409,
    message: 'This avatar is in the index, but not listed: its creator took it out of the lists.',
  },
  already_queued: { status: 409, message: 'This avatar is already waiting in the queue.' },
  no_verified_link: { status: 409, message: 'Your community profile has no verified platform account.' },
  public_application: { status: 409, message: 'A public application has no secret.' },
  not_connected: { status: 409, message: 'Connect your Discord account first.' },
  nothing_to_confirm: {
    status: 409,
    message: 'Nothing waits for your confirmation any more. Connect your Discord account again.',
  },
  request_timeout: { status: 408, message: 'The request took too long to arrive.' },
  cursor_expired: {
    status: 410,
    message: 'This cursor is older than the change log. Start again from /avatars/all.',
  },
  body_too_large: { status: 413, message: 'The body is too large.' },
  uri_too_long: { status: 414, message: 'The address is too long.' },
  unsupported_media_type: { status: 415, message: 'Send the body as application/json.' },
  rate_limited: { status: 429, message: 'Too many requests. Try again later.' },
  too_much_at_once: {
    status: 429,
    message: 'Too much at once comes from this address. Try again in a moment.',
  },
  headers_too_large: { status: 431, message: 'The request headers are too large.' },
  internal: { status: 500, message: 'Something failed on our side. It has been logged. Try again later.' },
  not_ready: { status: 503, message: 'The service is starting. Try again in a moment.' },
  unavailable: {
    status: 503,
    message: 'The database that this needs cannot be reached right now. Try again in a few seconds.',
  },
  overloaded: {
    status: 503,
    message: 'The service is overloaded. Try again in a few seconds.',
  },
  queue_full: { status: 503, message: 'The verification queue is full. Try again later.' },
  key_not_configured: {
    status: 503,
    message: 'The public key of the Discord application is not configured.',
  },
  upstream_not_configured: { status: 503, message: 'This feature is not configured on this server.' },
  upstream_unavailable: {
    status: 503,
    message: 'A service that this needs does not answer. Try again later.',
  },
} as const satisfies Record<string, { status: number; message: string }>

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
