import { z } from 'zod'
import type { HostTool } from '#agent-tools/host.ts'

/** What a tool answers when it could not do it, so that a model can correct itself. A host would hide a thrown error. */
export type ToolError = {
  code: string
  message: string
  path: string | null
  hint: string | null
  retryable: boolean
}
export type ToolResult = { ok: true; [field: string]: unknown } | { ok: false; error: ToolError }

type Definition<S extends z.ZodObject> = {
  name: string
  title: string
  description: string
  input: S
  readOnly: boolean
  /** True when the output holds text that others wrote. */
  untrusted: boolean
  /** True when it sends, pays, publishes or deletes. */
  consequential: boolean
  run(input: z.output<S>, signal: AbortSignal | undefined): Promise<ToolResult>
}

/** Describes a tool: its input is checked by the schema that the host is shown, and whatever goes wrong is data. */
export function tool<S extends z.ZodObject>(definition: Definition<S>): HostTool {
  const { name, title, description, input, run } = definition
  return {
    name,
    title,
    description,
    inputSchema: portableSchema(input),
    annotations: {
      readOnlyHint: definition.readOnly,
      untrustedContentHint: definition.untrusted,
      consequentialHint: definition.consequential,
    },
    async execute(given, options) {
      const parsed = input.safeParse(given ?? {})
      if (!parsed.success) return wrongInput(parsed.error)
      try {
        return await run(parsed.data, options?.signal)
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

function wrongInput({ issues }: z.ZodError): ToolResult {
  const first = issues[0]
  return failure('invalid_request', first?.message ?? 'The input is not valid.', {
    path: first?.path.join('.') || null,
    hint: 'Correct the field and call again.',
  })
}

/** Keywords that every host takes; others may make it refuse the tool (WebMCP pull request 289). */
const portable = new Set([
  ...['type', 'properties', 'required', 'enum', 'minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum'],
  ...['minLength', 'maxLength', 'pattern', 'items', 'default', 'description'],
])

/** The JSON Schema of an input, held to the portable subset. */
export function portableSchema(schema: z.ZodObject): object {
  const { properties = {}, ...rest } = z.toJSONSchema(schema, { io: 'input' })
  const shown = Object.entries(properties).map(([name, property]) => [
    name,
    keep(property as Record<string, unknown>),
  ])
  return { ...keep(rest), properties: Object.fromEntries(shown), additionalProperties: false }
}

const keep = (schema: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(schema).filter(([keyword]) => portable.has(keyword)))
