import { sanitizeLine } from '#agent-tools/tool/text.ts'

/** Error result of a tool, so that a model can correct its call. Hosts hide thrown errors. */
type ToolError = {
  code: string
  message: string
  path: string | null
  hint: string | null
  retryable: boolean
}
export type ToolResult = { ok: true; [field: string]: unknown } | { ok: false; error: ToolError }

/** Creates an error result, truncated to the lengths that hosts accept. */
export function failure(
  code: string,
  message: string,
  { path = null, hint = null, retryable = false }: Partial<Omit<ToolError, 'code' | 'message'>> = {},
): ToolResult {
  const cut = (text: string) => sanitizeLine(text, 300)
  const error = {
    code: cut(code),
    message: cut(message),
    path: path && cut(path),
    hint: hint && cut(hint),
    retryable,
  }
  return { ok: false, error }
}

const resultKey = Symbol('told')

/** Wraps a result, so that it can be thrown to end the tool run. */
export const asThrown = (result: ToolResult): unknown => ({ [resultKey]: result })

/** Returns the tool result that was thrown, or null for any other value. */
export const thrownResult = (thrown: unknown): ToolResult | null =>
  (thrown as { [resultKey]?: ToolResult } | null)?.[resultKey] ?? null

/** Returns the hint for a version conflict. */
const readAgainHint = (version: number) =>
  `The current version is ${version}. Read the item again before you change it.`

/**
 * Throws if the item has changed since it was read, so that the user does not confirm an outdated change. With a token,
 * the site checks the version, because the same call could have changed it.
 */
export function throwIfStale(based: number | undefined, standing: number, token: unknown): void {
  if (token || based === undefined || based === standing) return
  const message = `A newer version was saved. Read version ${standing}, then repeat your change.`
  throw asThrown(failure('precondition_failed', message, { path: 'version', hint: readAgainHint(standing) }))
}

type ErrorBody = {
  error?: string
  code?: string
  issues?: { path: string; message: string }[]
  current?: { version: number }
}

/** Hints for refused requests, by error code. */
const hints: Record<string, string> = {
  unauthorized: 'The person is no longer signed in. Ask them to sign in at /login, then call again.',
  forbidden: 'The signed-in person does not have permission for this action. An administrator can grant it.',
  proof_required:
    'Ask the person to confirm their identity at /proof on this site. Then call again within ten minutes.',
  not_found: 'List the resources, and use an id from the list.',
  invalid_request: 'Correct the field.',
  challenge_required: 'The person can send the message with the form at /contact.',
  challenge_failed: 'The person can send the message with the form at /contact.',
}

/** Converts an error response of the site to a tool error. */
export async function errorResult(response: Response): Promise<ToolResult> {
  const { status, headers } = response
  const { code, error, issues = [], current } = (await response.json().catch(() => ({}))) as ErrorBody
  const wait = headers.get('Retry-After')
  // The error of the site can name the first issue.
  const wrong = issues
    .slice(0, 3)
    .flatMap(({ path, message }) => (error?.includes(message) ? [] : `${path}: ${message}`))
  const stale = current && readAgainHint(current.version)
  return failure(code ?? `http_${status}`, [error ?? `The site returned ${status}.`, ...wrong].join(' '), {
    path: issues[0]?.path ?? null,
    hint: stale ?? (wait ? `Try again in ${wait} s.` : (hints[code ?? ''] ?? null)),
    retryable: status === 429 || status >= 500,
  })
}
