import { leastRoleOf } from '#app/access.ts'
import { docPathOf, type ErrorCode, statusOf } from '#app/errors.ts'
import { EXAMPLE_ORIGIN } from '#app/site/site.ts'
import { CONFIRMATION } from '#app/openapi/calls.server.ts'
import { headersOf } from '#app/openapi/headers.server.ts'
import {
  acceptsApiKey,
  type Operation,
  acceptsIdempotencyKey,
  acceptsAgentTool,
} from '#app/operations/operation.ts'

/** Description and sample message of each error code. The type requires an entry for every code. */
const errorDescriptions: Record<ErrorCode, { when: string; error: string }> = {
  invalid_request: {
    when: 'The input is not valid. `issues` names each field.',
    error: 'Limit: Enter a whole number from 1 to 100.',
  },
  challenge_required: {
    when: 'The solution to the bot challenge is missing. Request a challenge, then send its solution.',
    error: 'Solve the challenge first.',
  },
  challenge_failed: {
    when: 'The solution to the bot challenge is wrong, expired or already used.',
    error: 'The bot challenge failed. Try again.',
  },
  unauthorized: { when: 'Authentication is missing.', error: 'Sign in first.' },
  invalid_credentials: {
    when: 'The email address or password is wrong.',
    error: 'The email address or password is wrong. Check both, or reset the password.',
  },
  invalid_token: {
    when: 'The key or token is malformed, unknown, revoked or expired.',
    error: 'The API key is not valid. Check that the key is complete and active.',
  },
  invalid_signature: {
    when: 'The signature does not match the body and timestamp.',
    error: 'The request signature is not valid.',
  },
  insufficient_scope: {
    when: 'The key lacks the scope that `WWW-Authenticate` names.',
    error: 'This key lacks the stats:read scope. Use a key with that scope.',
  },
  forbidden: {
    when: 'Your account lacks the permission, or the request came from another site.',
    error: 'Your account does not have permission for this action. Ask an administrator for access.',
  },
  proof_required: {
    when: 'You confirmed your identity more than ten minutes ago. Confirm your identity again, then repeat the request.',
    error: 'Confirm your identity first: open /proof, or send your password to POST /api/auth/proof.',
  },
  network_not_allowed: {
    when: 'The API key cannot be used from the network of the request.',
    error:
      'This API key cannot be used from this network. Ask the owner to create a key that allows the network.',
  },
  not_found: {
    when: 'The resource does not exist, or you do not have access to it.',
    error: 'This entry does not exist.',
  },
  method_not_allowed: {
    when: 'The path does not support this method. `Allow` lists the supported methods.',
    error: 'PUT is not allowed for this URL. Allowed methods: GET, HEAD.',
  },
  not_acceptable: {
    when: 'The resource is not available in any media type that `Accept` lists.',
    error: 'This page is available as text/html (/docs) or text/markdown (/docs.md).',
  },
  request_timeout: {
    when: 'The request took longer than a minute, or its headers took longer than 15 seconds.',
    error: 'The request took too long. Send the request again.',
  },
  conflict: { when: 'The request conflicts with existing data.', error: 'This name is taken.' },
  automation_disabled: {
    when: 'The automation is disabled, or all automations of the guild are. Enable it, then repeat the request.',
    error: 'This automation is disabled. Enable and save it first.',
  },
  too_many_connections: {
    when: 'The maximum number of connections is open. Close another connection first.',
    error: 'A session can have 5 open event streams. Close another stream first.',
  },
  precondition_failed: {
    when: 'The resource has changed since the version in `If-Match`. `current` has the current version.',
    error: 'A newer version was saved. Read version 4, then repeat your change.',
  },
  payload_too_large: { when: 'The body is too large.', error: 'The request body can be at most 1 MiB.' },
  unsupported_media_type: {
    when: 'The body has an unsupported media type.',
    error: 'Send the body as application/json.',
  },
  upgrade_required: {
    when: 'This URL accepts only WebSocket upgrades.',
    error: 'Connect with a WebSocket and the runner.v1 subprotocol.',
  },
  precondition_required: {
    when: 'A write to a versioned resource needs `If-Match`.',
    error: 'Send If-Match with the version that you read, such as "v3".',
  },
  confirmation_required: {
    when: 'A browser tool proposes an action that a person must confirm. Repeat the request with the token in `confirmation`.',
    error:
      'A person must confirm this action. Ask the person, then repeat the request with this token in the Confirmation header.',
  },
  rate_limited: {
    when: 'Too many requests. Wait for `Retry-After` seconds.',
    error: 'Too many requests. Try again in 42 seconds.',
  },
  headers_too_large: {
    when: 'The headers of the request, including cookies, are larger than 16 KiB.',
    error:
      'The request headers are larger than 16 KiB. Clear the cookies for this site or send fewer headers.',
  },
  internal: {
    when: 'Internal error, logged under `request_id`.',
    error: 'Something went wrong on our side. Try again, and report the request id if it happens again.',
  },
  unavailable: {
    when: 'A required service is down or not configured. Wait for `Retry-After` seconds.',
    error: 'A required service does not respond. Try again soon.',
  },
}

/** Returns the meaning of an error code in one sentence. */
export const meaningOf = (code: ErrorCode): string => errorDescriptions[code].when

const errorCodes = Object.keys(statusOf) as ErrorCode[]

/** Default error code of each status: the first code with that status, and `forbidden` for 403. */
const defaultCodes: Partial<Record<number, ErrorCode>> = {
  ...Object.fromEntries(errorCodes.toReversed().map((code) => [statusOf[code], code])),
  403: 'forbidden',
}

/**
 * Lists the errors that an operation can return, by ascending status. The list includes its own errors and errors that
 * follow from its input and access.
 */
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
    // The guild of a key can be pending, left or blocked.
    yield* ['network_not_allowed', 'forbidden'] as const
    if (access.key) yield 'insufficient_scope'
  } else if (access === 'signature') yield 'invalid_signature'
  else if (access === 'runner') yield* ['unauthorized', 'invalid_token'] as const
  else if (typeof access === 'object') {
    yield 'unauthorized'
    // All signed-in users are at least members.
    if (leastRoleOf(access.session) !== 'member') yield 'forbidden'
  }
  // Writes with the session cookie are refused if they come from another origin.
  if (method !== 'GET' && !acceptsApiKey(access) && access !== 'signature') yield 'forbidden'
  if (versioned) yield* ['precondition_failed', 'precondition_required'] as const
  if (operation.confirmed) yield 'confirmation_required'
  if (operation.rpc) yield* ['forbidden', 'not_acceptable', 'not_found'] as const
  if (acceptsIdempotencyKey(operation)) yield 'conflict'
  if (limit) yield 'rate_limited'
}

function codeOf(id: string, status: number): ErrorCode {
  const code = defaultCodes[status]
  if (!code) throw new Error(`${id} refuses with ${status}, which has no default code: name the code`)
  return code
}

const requestId = '7d0c6a53-9f0e-4b7e-9a43-2b1f6c0e8d11'

function exampleOf(code: ErrorCode) {
  const issues = [{ path: 'limit', message: 'Enter a whole number from 1 to 100.' }]
  return {
    summary: errorDescriptions[code].when.split('. ')[0]!.replace(/\.$/, ''),
    value: {
      error: errorDescriptions[code].error,
      code,
      request_id: requestId,
      doc_url: EXAMPLE_ORIGIN + docPathOf(code),
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
              changed: ['timezone'],
            },
          }
        : {}),
    },
  }
}

/** Statuses at which the protocol of a JSON-RPC endpoint defines the body. */
const rpcStatuses: readonly number[] = [400, 404, 406]

/** Describes an error of the protocol of a JSON-RPC endpoint. */
const rpcRefusal = (operation: Operation, status: number, codes: ErrorCode[]) => ({
  name: `Rpc${status}`,
  answer: {
    description: 'The protocol rejects the message. The body is a JSON-RPC error.',
    headers: headersOf(operation, status, codes),
    content: {
      'application/json': {
        schema: { $ref: '#/components/schemas/McpResponse' },
        examples: {
          rejected: {
            summary: 'The message was rejected',
            value: { jsonrpc: '2.0', id: null, error: { code: -32600, message: 'Send one message.' } },
          },
        },
      },
    },
  },
})

const pascal = (text: string) => text.replace(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase())

/**
 * Describes an error response by a name. Identical responses share the name, so the document contains each response
 * once.
 */
export function refusal(operation: Operation, { status, codes }: { status: number; codes: ErrorCode[] }) {
  if (operation.rpc && rpcStatuses.includes(status)) return rpcRefusal(operation, status, codes)
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

/** Errors that any request can return: an internal error or an outage. */
export const anyRefusal = {
  description: `Any other error: ${(['internal', 'unavailable'] as const).map((code) => `\`${code}\` ${statusOf[code]}`).join(' and ')} on any path. All errors have the same body.`,
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
