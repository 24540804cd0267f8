/** HTTP status of each error code. */
export const statusOf = {
  invalid_request: 400,
  challenge_required: 400,
  challenge_failed: 400,
  unauthorized: 401,
  invalid_credentials: 401,
  invalid_token: 401,
  invalid_signature: 401,
  insufficient_scope: 403,
  forbidden: 403,
  proof_required: 403,
  network_not_allowed: 403,
  not_found: 404,
  method_not_allowed: 405,
  not_acceptable: 406,
  request_timeout: 408,
  conflict: 409,
  automation_disabled: 409,
  too_many_connections: 409,
  precondition_failed: 412,
  payload_too_large: 413,
  unsupported_media_type: 415,
  upgrade_required: 426,
  precondition_required: 428,
  confirmation_required: 428,
  rate_limited: 429,
  headers_too_large: 431,
  internal: 500,
  unavailable: 503,
} as const

export type ErrorCode = keyof typeof statusOf
export type Issue = { path: string; message: string }

type Extras = { issues?: Issue[]; headers?: Record<string, string> }

/** Refusal by a rule or the HTTP layer. The message is written for people and contains no secrets. */
export class Refusal extends Error {
  readonly status: number
  readonly issues: Issue[] | undefined
  readonly headers: Record<string, string>

  constructor(
    readonly code: ErrorCode,
    message: string,
    { issues, headers = {} }: Extras = {},
  ) {
    super(message)
    this.status = statusOf[code]
    this.issues = issues
    this.headers = headers
  }
}

/** Error for invalid input. `issues` names each field. */
export class Invalid extends Refusal {
  constructor(message: string, issues: Issue[] = []) {
    super('invalid_request', message, { issues })
  }
}

/** Creates the error for one invalid field. */
export const invalidField = (path: string, message: string) => new Invalid(message, [{ path, message }])

/** Error for a missing or invalid proof of identity. */
export class Unauthorized extends Refusal {
  constructor(
    code: 'unauthorized' | 'invalid_credentials' | 'invalid_token' | 'invalid_signature',
    message: string,
    headers: Record<string, string> = {},
  ) {
    super(code, message, { headers })
  }
}

/** Error for an authenticated actor without the permission. */
export class Forbidden extends Refusal {
  constructor(
    message: string,
    code: 'forbidden' | 'insufficient_scope' | 'proof_required' | 'network_not_allowed' = 'forbidden',
    headers: Record<string, string> = {},
  ) {
    super(code, message, { headers })
  }
}

/** Error for a resource that does not exist or that the actor cannot see. */
export class NotFound extends Refusal {
  constructor(message: string) {
    super('not_found', message)
  }
}

/** Returns the value. Throws `NotFound` for null and undefined. */
export function found<T>(thing: T | null | undefined, message: string): T {
  if (thing === null || thing === undefined) throw new NotFound(message)
  return thing
}

/** Error for a resource in a state that does not allow the request. */
export class Conflict extends Refusal {
  constructor(
    message: string,
    code: 'conflict' | 'automation_disabled' | 'precondition_required' | 'too_many_connections' = 'conflict',
    issues?: Issue[],
  ) {
    super(code, message, issues ? { issues } : {})
  }
}

/** Current version of a resource after a version conflict, with the time, author and changed fields. */
export type Current = {
  version: number
  updated_at: string | null
  updated_by: string | null
  changed: string[]
}

/** Error for a resource that was changed after it was read. The body and the entity tag contain the current version. */
export class Stale extends Refusal {
  /** Creates the error. `texts` contains the submitted and the current text if either could be lost. */
  constructor(
    readonly current: Current,
    readonly texts?: { yours: unknown; theirs: unknown },
  ) {
    const who = current.updated_by ? ` by ${current.updated_by}` : ''
    super(
      'precondition_failed',
      `A newer version was saved${who}. Read version ${current.version}, then repeat your change.`,
      {
        headers: { ETag: `"v${current.version}"` },
      },
    )
  }
}

/** Confirmation that a browser tool returns to run the proposed action. */
export type Confirmation = { token: string; expires_at: string }

/**
 * Error for an action of a browser tool that the user must confirm. Repeating the call with the token runs the action.
 */
export class Unconfirmed extends Refusal {
  constructor(
    message: string,
    readonly confirmation: Confirmation,
  ) {
    super('confirmation_required', message)
  }
}

/** Error for too many requests or an unavailable dependency. `retryAfter` is in seconds. */
export class TryLater extends Refusal {
  constructor(code: 'rate_limited' | 'unavailable', message: string, retryAfter: number) {
    super(code, message, { headers: { 'Retry-After': String(retryAfter) } })
  }
}

/** Creates the error for a method that a URL does not support, with an `Allow` header (RFC 9110, section 15.5.6). */
export const methodNotAllowed = (method = '', allow = 'GET, HEAD') =>
  new Refusal('method_not_allowed', `${method} is not allowed for this URL. Allowed methods: ${allow}.`, {
    headers: { Allow: allow },
  })

/** Returns the path of a code in the error reference, which has a heading for each code. */
export const docPathOf = (code: ErrorCode): string => `/docs/errors#${code}`

/**
 * Returns the common error body of the JSON routes. `doc_url` is the URL of the code in the error reference. The CLI
 * has no site URL and omits `doc_url`.
 */
export function errorBody(refusal: Refusal, requestId: string, siteUrl?: string) {
  return {
    error: refusal.message,
    code: refusal.code,
    request_id: requestId,
    ...(siteUrl ? { doc_url: siteUrl + docPathOf(refusal.code) } : {}),
    ...(refusal.issues?.length ? { issues: refusal.issues } : {}),
    ...(refusal instanceof Unconfirmed ? { confirmation: refusal.confirmation } : {}),
    ...(refusal instanceof Stale ? { current: refusal.current, ...refusal.texts } : {}),
  }
}
