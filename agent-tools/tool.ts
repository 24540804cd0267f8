import type { HostTool } from '#agent-tools/host.ts'
import { check, type Checked, type Inputs } from '#agent-tools/schema.ts'

/** What a tool answers when it could not do it, so that a model can correct itself. A host would hide a thrown error. */
export type ToolError = {
  code: string
  message: string
  path: string | null
  hint: string | null
  retryable: boolean
}
export type ToolResult = { ok: true; [field: string]: unknown } | { ok: false; error: ToolError }

type Definition<S extends Inputs> = {
  name: string
  title: string
  description: string
  input: S
  readOnly: boolean
  /** True when the output holds text that others wrote. */
  untrusted: boolean
  /** True when it sends, pays, publishes or deletes. */
  consequential: boolean
  run(input: Checked<S>, signal: AbortSignal | undefined): Promise<ToolResult>
}

/** Describes a tool: its input is checked by the schema that the host is shown, and whatever goes wrong is data. */
export function tool<const S extends Inputs>(definition: Definition<S>): HostTool {
  const { name, title, description, input, run } = definition
  return {
    name,
    title,
    description,
    inputSchema: { type: 'object', ...input, additionalProperties: false },
    annotations: {
      readOnlyHint: definition.readOnly,
      untrustedContentHint: definition.untrusted,
      consequentialHint: definition.consequential,
    },
    async execute(given, options) {
      const checked = check(input, given ?? {})
      if ('wrong' in checked) {
        const { path, message } = checked.wrong
        return failure('invalid_request', message, { path, hint: 'Correct the field and call again.' })
      }
      try {
        return await run(checked.value, options?.signal)
      } catch (reason) {
        return options?.signal?.aborted
          ? failure('cancelled', 'The call was cancelled.', { retryable: true })
          : failure('unreachable', 'The site did not answer.', {
              hint: String(reason).slice(0, 100),
              retryable: true,
            })
      }
    },
  }
}

/** An error as data, cut to what hosts take. */
export function failure(
  code: string,
  message: string,
  { path = null, hint = null, retryable = false }: Partial<Omit<ToolError, 'code' | 'message'>> = {},
): ToolResult {
  const cut = (text: string) => text.slice(0, 300)
  const error = {
    code: cut(code),
    message: cut(message),
    path: path && cut(path),
    hint: hint && cut(hint),
    retryable,
  }
  return { ok: false, error }
}

/** The site's own error body as a tool's error. */
export async function refusalOf(response: Response): Promise<ToolResult> {
  const body = (await response.json().catch(() => ({}))) as ErrorBody
  const wait = response.headers.get('Retry-After')
  return failure(
    body.code ?? `http_${response.status}`,
    body.error ?? `The site answered ${response.status}.`,
    {
      path: body.issues?.[0]?.path ?? null,
      hint: wait ? `Try again in ${wait} seconds.` : null,
      retryable: response.status === 429 || response.status >= 500,
    },
  )
}

type ErrorBody = { error?: string; code?: string; issues?: { path: string }[] }
