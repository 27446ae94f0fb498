/** Every error of the JSON interface: wire code → status and the sentence used when the place has no better one. */
export const ERRORS = {
  bad_request: { status: 400, message: 'The request is not valid.' },
  invalid_parameter: { status: 400, message: 'A parameter has a value that is not allowed.' },
  malformed_json: { status: 400, message: 'The body is not valid JSON.' },
  not_found: { status: 404, message: 'There is nothing at this address.' },
  avatar_not_found: { status: 404, message: 'No such avatar is listed.' },
  method_not_allowed: { status: 405, message: 'This address does not take that method.' },
  cursor_expired: { status: 410, message: 'This cursor is older than the change log. Start again from /avatars/all.' },
  body_too_large: { status: 413, message: 'The body is too large.' },
  uri_too_long: { status: 414, message: 'The address is too long.' },
  unsupported_media_type: { status: 415, message: 'Send the body as application/json.' },
  rate_limited: { status: 429, message: 'Too many requests. Try again later.' },
  internal: { status: 500, message: 'Something failed on our side. It has been logged.' },
  not_built: { status: 501, message: 'This endpoint is part of the contract but not built yet.' },
  not_ready: { status: 503, message: 'The service is starting. Try again in a moment.' },
} as const satisfies Record<string, { status: number; message: string }>

export type ErrorCode = keyof typeof ERRORS
