import { leastRoleOf } from '#app/access.ts'
import { type ErrorCode, statusOf } from '#app/errors.ts'
import { CONFIRMATION } from '#app/openapi/calls.server.ts'
import { headersOf } from '#app/openapi/headers.server.ts'
import {
  acceptsApiKey,
  type Operation,
  acceptsIdempotencyKey,
  acceptsAgentTool,
} from '#app/operations/operation.ts'

/** What each code says in an answer, and to whom. A code without its words does not compile. */
const errorDescriptions: Record<ErrorCode, { when: string; error: string }> = {
  invalid_request: {
    when: 'The input is not valid. `issues` names each field.',
    error: 'limit: A whole number from 1 to 100.',
  },
  challenge_required: {
    when: 'The check against robots is missing: ask for the challenge first.',
    error: 'Solve the challenge first.',
  },
  challenge_failed: {
    when: 'The check against robots does not hold, was used before, or is too old.',
    error: 'The check against robots failed. Try once more.',
  },
  unauthorized: { when: 'Proof of who you are is missing.', error: 'Sign in first.' },
  invalid_credentials: {
    when: 'The e-mail address or the password is wrong.',
    error: 'The e-mail or the password is wrong.',
  },
  invalid_token: {
    when: 'The key or token is malformed, unknown, revoked or expired.',
    error: 'The API key is not valid.',
  },
  invalid_signature: {
    when: 'The signature does not hold for these bytes and this time.',
    error: 'The request signature is not valid.',
  },
  insufficient_scope: {
    when: 'The key lacks the scope, which `WWW-Authenticate` names.',
    error: 'This key lacks the scope stats:read.',
  },
  forbidden: {
    when: 'You are known and may not, or a page of another site had the browser send the cookie.',
    error: 'Your account may not do this.',
  },
  proof_required: {
    when: 'Your last proof of identity is older than ten minutes. Confirm your identity, then send the request again.',
    error: 'Confirm your identity first: open /proof, or send your password to POST /api/auth/proof.',
  },
  not_found: {
    when: 'There is no such thing, or none that you may know of.',
    error: 'There is no such thing.',
  },
  method_not_allowed: {
    when: 'The path has other methods, which `Allow` names.',
    error: 'PUT is not allowed for this URL.',
  },
  not_acceptable: {
    when: 'The answer comes in none of the types that `Accept` names.',
    error: 'This is served as text/html and text/markdown.',
  },
  request_timeout: {
    when: 'The request did not come in full within a minute, or its head within 15 seconds.',
    error: 'The request did not come within its time.',
  },
  conflict: { when: 'In conflict with what is there already.', error: 'This name is taken.' },
  too_many_connections: {
    when: 'The maximum number of connections is open. Close one first.',
    error: 'A session can have 5 event streams. Close one first.',
  },
  precondition_failed: {
    when: 'Changed since the version that `If-Match` names. `current` says what stands.',
    error: 'This was changed since you read it: version 4 stands now.',
  },
  payload_too_large: { when: 'The body is too large.', error: 'The body may have at most 1048576 bytes.' },
  unsupported_media_type: {
    when: 'The body is of another media type.',
    error: 'Send the body as application/json.',
  },
  upgrade_required: {
    when: 'Only an upgrade to a WebSocket is served here.',
    error: 'Connect with a WebSocket and the sub-protocol runner.v1.',
  },
  precondition_required: {
    when: 'A write to a versioned thing needs `If-Match`.',
    error: 'Send If-Match with the version that you read, such as "v3".',
  },
  confirmation_required: {
    when: 'A browser tool asks for what a person has to confirm. `confirmation` has the token to send the same request again with.',
    error:
      'A person has to confirm this. Ask the person, then send the same request with this token in the header Confirmation.',
  },
  rate_limited: {
    when: 'Too many requests. `Retry-After` says how many seconds to wait.',
    error: 'Too many requests. Try again in 42 seconds.',
  },
  headers_too_large: {
    when: 'The head of the request, cookies included, is larger than 16 KiB.',
    error: 'The head of the request is larger than 16 KiB.',
  },
  internal: {
    when: 'A fault of ours, logged under `request_id`.',
    error: 'Something went wrong on our side.',
  },
  unavailable: {
    when: 'A part that the answer needs is down, or not set up here. `Retry-After` says when to come back.',
    error: 'This part does not answer. Try again soon.',
  },
}

/** What a code means, in one sentence. */
export const meaningOf = (code: ErrorCode): string => errorDescriptions[code].when

const errorCodes = Object.keys(statusOf) as ErrorCode[]

/** The code that a status stands for where an operation names no other: the first that has it. */
const defaultCodes: Partial<Record<number, ErrorCode>> = {
  ...Object.fromEntries(errorCodes.toReversed().map((code) => [statusOf[code], code])),
  403: 'forbidden',
}

/** Every refusal that a call may meet, by status and the lowest first: its own, and what follows from what it takes. */
export function refusalsOf(operation: Operation): { status: number; codes: ErrorCode[] }[] {
  const codes = new Set<ErrorCode>(codesOf(operation))
  const statuses = [...new Set([...codes].map((code) => statusOf[code]))].sort((a, b) => a - b)
  return statuses.map((status) => ({
    status,
    codes: [...codes].filter((code) => statusOf[code] === status).sort(),
  }))
}

function* codesOf(operation: Operation): Generator<ErrorCode> {
  const { method, access, limit, query, params, body, upload, versioned, refuses = [] } = operation
  for (const own of refuses) yield typeof own === 'number' ? codeOf(operation.id, own) : own
  if (query || params || body || upload || acceptsAgentTool(operation)) yield 'invalid_request'
  if (body || upload) yield 'payload_too_large'
  if ((body || upload) && access !== 'signature') yield 'unsupported_media_type'
  if (acceptsApiKey(access)) {
    yield* ['unauthorized', 'invalid_token'] as const
    if (access.key) yield 'insufficient_scope'
  } else if (access === 'signature') yield 'invalid_signature'
  else if (access === 'runner') yield* ['unauthorized', 'invalid_token'] as const
  else if (typeof access === 'object') {
    yield 'unauthorized'
    // Whoever is signed in is a member at least.
    if (leastRoleOf(access.session) !== 'member') yield 'forbidden'
  }
  // Whatever it is for, a write that a foreign page makes with the cookie is refused.
  if (method !== 'GET' && !acceptsApiKey(access) && access !== 'signature') yield 'forbidden'
  if (versioned) yield* ['precondition_failed', 'precondition_required'] as const
  if (operation.confirmed) yield 'confirmation_required'
  if (acceptsIdempotencyKey(operation)) yield 'conflict'
  if (limit) yield 'rate_limited'
}

function codeOf(id: string, status: number): ErrorCode {
  const code = defaultCodes[status]
  if (!code) throw new Error(`${id} refuses with ${status}, which stands for no code: name the code`)
  return code
}

const requestId = '7d0c6a53-9f0e-4b7e-9a43-2b1f6c0e8d11'

function exampleOf(code: ErrorCode) {
  const issues = [{ path: 'limit', message: 'A whole number from 1 to 100.' }]
  return {
    summary: errorDescriptions[code].when.split('. ')[0]!.replace(/\.$/, ''),
    value: {
      error: errorDescriptions[code].error,
      code,
      request_id: requestId,
      ...(code === 'invalid_request' ? { issues } : {}),
      ...(code === 'confirmation_required'
        ? { confirmation: { token: CONFIRMATION, expires_at: '2026-11-21T09:40:00.000Z' } }
        : {}),
      ...(code === 'precondition_failed'
        ? {
            current: {
              version: 4,
              updated_at: '2026-11-21T09:30:00.000Z',
              updated_by: 'Ada Lovelace',
              changed: ['prefix'],
            },
          }
        : {}),
    },
  }
}

const pascal = (text: string) => text.replace(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase())

/** Describes a refusal under a name shared by all that are alike, so that the document has each once. */
export function refusal(operation: Operation, { status, codes }: { status: number; codes: ErrorCode[] }) {
  const name = codes.map(pascal).join('Or') + (operation.limit ? '' : 'Unlimited')
  return {
    name,
    answer: {
      description: codes.map(meaningOf).join(' '),
      headers: headersOf(operation, status, codes),
      content: {
        'application/json': {
          schema: {
            allOf: [
              { $ref: '#/components/schemas/Error' },
              { type: 'object', properties: { code: { enum: codes } } },
            ],
          },
          examples: Object.fromEntries(codes.map((code) => [code, exampleOf(code)])),
        },
      },
    },
  }
}

/** What any call may meet besides: a fault of ours, an outage, and a method that the path does not have. */
export const anyRefusal = {
  description: `Any other refusal: ${(['internal', 'unavailable'] as const).map((code) => `\`${code}\` ${statusOf[code]}`).join(' and ')} on any path. They have the same shape.`,
  headers: { 'X-Request-Id': { $ref: '#/components/headers/X-Request-Id' } },
  content: {
    'application/json': {
      schema: { $ref: '#/components/schemas/Error' },
      examples: Object.fromEntries(
        (['internal', 'unavailable'] as const).map((code) => [code, exampleOf(code)]),
      ),
    },
  },
}
