import { shorten } from '#agent-tools/tool/text.ts'

/** What a tool answers when it could not do it, so that a model can correct itself. A host would hide a thrown error. */
type ToolError = {
  code: string
  message: string
  path: string | null
  hint: string | null
  retryable: boolean
}
export type ToolResult = { ok: true; [field: string]: unknown } | { ok: false; error: ToolError }

/** An error as data, cut to what hosts take. */
export function failure(
  code: string,
  message: string,
  { path = null, hint = null, retryable = false }: Partial<Omit<ToolError, 'code' | 'message'>> = {},
): ToolResult {
  const cut = (text: string) => shorten(text, 300)
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

/** Ends a tool's run with this answer, from wherever it is thrown. */
export const asThrown = (result: ToolResult): unknown => ({ [resultKey]: result })

/** The answer that was thrown; null for anything else. */
export const thrownResult = (thrown: unknown): ToolResult | null =>
  (thrown as { [resultKey]?: ToolResult } | null)?.[resultKey] ?? null

/** What to do when somebody else was quicker. */
const readAgainHint = (version: number) =>
  `Version ${version} stands now. Read it again before you change it.`

/**
 * Ends the run when another version stands than the one that was read, so that no person is asked about what cannot be.
 * With a token the site decides: the same call may have been made before, and its own change is what stands.
 */
export function throwIfStale(based: number | undefined, standing: number, token: unknown): void {
  if (token || based === undefined || based === standing) return
  const message = 'It was changed in the meantime.'
  throw asThrown(failure('precondition_failed', message, { path: 'version', hint: readAgainHint(standing) }))
}

type ErrorBody = {
  error?: string
  code?: string
  issues?: { path: string; message: string }[]
  current?: { version: number }
}

/** What to do about a refusal, by its code. */
const hints: Record<string, string> = {
  unauthorized: 'Nobody is signed in any more. The person signs in at /login; then call again.',
  forbidden: 'The person who is signed in may not do this.',
  proof_required:
    'The person opens /proof on this site and confirms who they are. Then call again within ten minutes.',
  not_found: 'List what there is, and take an id from there.',
  invalid_request: 'Correct the field and call again.',
  challenge_required: 'The person can send the message with the form at /contact.',
  challenge_failed: 'The person can send the message with the form at /contact.',
}

/** The site's own error body as a tool's error. */
export async function errorResult(response: Response): Promise<ToolResult> {
  const { status, headers } = response
  const { code, error, issues = [], current } = (await response.json().catch(() => ({}))) as ErrorBody
  const wait = headers.get('Retry-After')
  const wrong = issues.slice(0, 3).map(({ path, message }) => `${path}: ${message}`)
  const stale = current && readAgainHint(current.version)
  return failure(code ?? `http_${status}`, [error ?? `The site answered ${status}.`, ...wrong].join(' '), {
    path: issues[0]?.path ?? null,
    hint: stale ?? (wait ? `Try again in ${wait} seconds.` : (hints[code ?? ''] ?? null)),
    retryable: status === 429 || status >= 500,
  })
}
