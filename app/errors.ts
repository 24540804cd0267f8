/** Every machine word of an error body, with its HTTP status. */
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
  not_found: 404,
  method_not_allowed: 405,
  not_acceptable: 406,
  request_timeout: 408,
  conflict: 409,
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

/** What a rule or a door throws to say no. Its message is a sentence for a person and carries no secret. */
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

/** The input is wrong; `issues` names each field. */
export class Invalid extends Refusal {
  constructor(message: string, issues: Issue[] = []) {
    super('invalid_request', message, { issues })
  }
}

/** Nobody we know is asking, or what they show does not prove it. */
export class Unauthorized extends Refusal {
  constructor(
    code: 'unauthorized' | 'invalid_credentials' | 'invalid_token' | 'invalid_signature',
    message: string,
    headers: Record<string, string> = {},
  ) {
    super(code, message, { headers })
  }
}

/** The one who asks is known and may not. */
export class Forbidden extends Refusal {
  constructor(
    message: string,
    code: 'forbidden' | 'insufficient_scope' | 'proof_required' = 'forbidden',
    headers: Record<string, string> = {},
  ) {
    super(code, message, { headers })
  }
}

/** There is no such thing, or none that the one who asks may know of. */
export class NotFound extends Refusal {
  constructor(message: string) {
    super('not_found', message)
  }
}

/** Returns what was found. Throws `NotFound` where there is nothing. */
export function found<T>(thing: T | null | undefined, message: string): T {
  if (thing === null || thing === undefined) throw new NotFound(message)
  return thing
}

/** The thing is not in the state that the request takes for granted. */
export class Conflict extends Refusal {
  constructor(
    message: string,
    code: 'conflict' | 'precondition_required' | 'too_many_connections' = 'conflict',
    issues?: Issue[],
  ) {
    super(code, message, issues ? { issues } : {})
  }
}

/** What stands where a write was based on an older version: its version, who made it when, and what they changed. */
export type Current = {
  version: number
  updated_at: string | null
  updated_by: string | null
  changed: string[]
}

/** Somebody else has changed the thing since it was read. The body and the entity tag name the version that stands. */
export class Stale extends Refusal {
  /** `texts`: where a text could be lost, the one that was sent and the one that stands. */
  constructor(
    readonly current: Current,
    readonly texts?: { yours: unknown; theirs: unknown },
  ) {
    const who = current.updated_by ? ` by ${current.updated_by}` : ''
    super(
      'precondition_failed',
      `This was changed${who} since you read it: version ${current.version} stands now.`,
      {
        headers: { ETag: `"v${current.version}"` },
      },
    )
  }
}

/** What a browser tool sends back in `Confirmation` to have done what it asked for. */
export type Confirmation = { token: string; expires_at: string }

/** A browser tool asks for what a person has to confirm. The same call again, with the token, is done. */
export class Unconfirmed extends Refusal {
  constructor(
    message: string,
    readonly confirmation: Confirmation,
  ) {
    super('confirmation_required', message)
  }
}

/** Not now: too many requests, or a part that the answer needs is down. `retryAfter` is in seconds. */
export class TryLater extends Refusal {
  constructor(code: 'rate_limited' | 'unavailable', message: string, retryAfter: number) {
    super(code, message, { headers: { 'Retry-After': String(retryAfter) } })
  }
}

/** Creates the refusal of a method that a URL does not serve, with `Allow` (RFC 9110, section 15.5.6). */
export const methodNotAllowed = (method = '', allow = 'GET, HEAD') =>
  new Refusal('method_not_allowed', `${method} is not allowed for this URL.`, { headers: { Allow: allow } })

/** The one error body of every JSON route. */
export function errorBody(refusal: Refusal, requestId: string) {
  return {
    error: refusal.message,
    code: refusal.code,
    request_id: requestId,
    ...(refusal.issues?.length ? { issues: refusal.issues } : {}),
    ...(refusal instanceof Unconfirmed ? { confirmation: refusal.confirmation } : {}),
    ...(refusal instanceof Stale ? { current: refusal.current, ...refusal.texts } : {}),
  }
}
