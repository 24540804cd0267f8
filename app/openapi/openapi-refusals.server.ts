import { leastRoleOf } from '#app/access.ts'
import { statusOf, type ErrorCode } from '#app/errors.ts'
import { CONFIRMATION } from '#app/openapi/calls.server.ts'
import { headersOf } from '#app/openapi/headers.server.ts'
import { refusalWords as words } from '#app/openapi/refusal-words.ts'
import { isForKeys, takesKey, takesMark, type Operation } from '#app/operations/operation.ts'

/** What a code means, in one sentence. */
export const meaningOf = (code: ErrorCode): string => words[code].when

/** The code that a status stands for where an operation names no other. */
const usual: Record<number, ErrorCode> = {
  400: 'invalid_request',
  401: 'unauthorized',
  403: 'forbidden',
  404: 'not_found',
  406: 'not_acceptable',
  409: 'conflict',
  412: 'precondition_failed',
  413: 'payload_too_large',
  415: 'unsupported_media_type',
  426: 'upgrade_required',
  428: 'precondition_required',
  429: 'rate_limited',
  503: 'unavailable',
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
  if (query || params || body || upload || takesMark(operation)) yield 'invalid_request'
  if (body || upload) yield 'payload_too_large'
  if ((body || upload) && access !== 'signature') yield 'unsupported_media_type'
  if (isForKeys(access)) {
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
  if (method !== 'GET' && !isForKeys(access) && access !== 'signature') yield 'forbidden'
  if (versioned) yield* ['precondition_failed', 'precondition_required'] as const
  if (operation.confirmed) yield 'confirmation_required'
  if (takesKey(operation)) yield 'conflict'
  if (limit) yield 'rate_limited'
}

function codeOf(id: string, status: number): ErrorCode {
  const code = usual[status]
  if (!code) throw new Error(`${id} refuses with ${status}, which stands for no code: name the code`)
  return code
}

const requestId = '7d0c6a53-9f0e-4b7e-9a43-2b1f6c0e8d11'

function exampleOf(code: ErrorCode) {
  const issues = [{ path: 'limit', message: 'A whole number from 1 to 100.' }]
  return {
    summary: words[code].when.split('. ')[0]!.replace(/\.$/, ''),
    value: {
      error: words[code].error,
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

/**
 * The answer of a refusal, under a name that is the same for all that are alike, so that the document says each once:
 * which codes it may carry, with an example of each, and the headers that come with it.
 */
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
