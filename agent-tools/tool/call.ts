import type { Route } from '#agent-tools/tool/tool-schema.ts'
import { errorResult, asThrown } from '#agent-tools/tool/result.ts'
import { sanitize, fitsBudget, sanitizeLine } from '#agent-tools/tool/text.ts'

/** Timeout for a request to the site, in milliseconds. */
const TIMEOUT_MS = 30_000

/** Details of an action that the user has to confirm. `done` describes the completed steps. */
type Proposal = { summary: string; done?: string; [fact: string]: unknown }

type CallOptions = {
  params?: Record<string, string>
  query?: Record<string, unknown>
  body?: unknown
  /** Version that a write is based on. */
  version?: number
  /** Details for an operation that requires confirmation. */
  proposal?: Proposal
}

type CallResult<T> = { data: T; version: number | null }

/** Calls an operation of the site as the signed-in user. A refused request ends the tool run. */
export type Call = <T = unknown>(route: Route, ask?: CallOptions) => Promise<CallResult<T>>

/** Write request as sent. Repeating the same request takes effect only once. */
export type SentRequest = { address: string; init: RequestInit & { headers: Record<string, string> } }

/** Origin of calls: a tool with the writes of its run, or null for a click by the user. */
type CallOrigin = { tool: string; token?: string | undefined; key: string; sent: SentRequest[] } | null

/** Functions that call the site. `prepare` returns a request for callers that read the response themselves. */
export type Calls = { call: Call; prepare: (route: Route, ask?: CallOptions) => SentRequest }

/** Creates the call functions for one run. A repeated write is sent unchanged. */
export function makeCalls(origin: CallOrigin, signal?: AbortSignal): Calls {
  let writes = 0
  const prepare = (route: Route, ask: CallOptions = {}) => {
    const fresh = buildRequest(route, ask, origin, writes)
    if (route.safe || !origin) return fresh
    return (origin.sent[writes++] ??= fresh)
  }
  const call: Call = async <T>(route: Route, ask: CallOptions = {}) => {
    const { address, init } = prepare(route, ask)
    const response = await fetchFor(address, init, signal)
    if (response.status === 428 && route.confirmed)
      throw asThrown(await confirmationResult(response, origin, ask))
    if (!response.ok) throw asThrown(await errorResult(response))
    const version = Number(/^"v(\d+)"$/.exec(response.headers.get('ETag') ?? '')?.[1] ?? NaN)
    const data = response.status === 204 ? null : await response.json()
    return { data: data as T, version: Number.isNaN(version) ? null : version }
  }
  return { call, prepare }
}

/** Sends a request that `signal` and the timeout can abort. */
export const fetchFor = (address: string, init: RequestInit, signal?: AbortSignal): Promise<Response> => {
  const limit = AbortSignal.timeout(TIMEOUT_MS)
  return fetch(address, { ...init, signal: signal ? AbortSignal.any([signal, limit]) : limit })
}

/** Builds the URL of a route from its parameters and query. */
export function routeUrl({ path }: Pick<Route, 'path'>, { params = {}, query = {} }: CallOptions): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
  const given = Object.entries(query).filter(([, value]) => value !== undefined)
  const search = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString()
  return search ? `${filled}?${search}` : filled
}

function buildRequest(route: Route, ask: CallOptions, origin: CallOrigin, nth: number): SentRequest {
  const headers: Record<string, string> = {}
  if (ask.body !== undefined) headers['Content-Type'] = 'application/json'
  if (ask.version !== undefined) headers['If-Match'] = `"v${ask.version}"`
  if (origin) {
    headers['Agent-Tool'] = origin.tool
    if (!route.safe) headers['Idempotency-Key'] = `${origin.key}-${nth}`
    if (route.confirmed && origin.token) headers.Confirmation = origin.token
  }
  const body = ask.body === undefined ? null : JSON.stringify(ask.body)
  return { address: routeUrl(route, ask), init: { method: route.method, headers, body } }
}

/** Converts a response that requires confirmation to a tool result. The token is valid only for this payload. */
async function confirmationResult(response: Response, origin: CallOrigin, { proposal }: CallOptions) {
  const { error, confirmation } = (await response.json()) as {
    error: string
    confirmation: { token: string; expires_at: string }
  }
  const { summary, done = 'Nothing has been done yet.', ...facts } = proposal ?? { summary: 'Run the action' }
  const answer = (shown: object) => ({
    ok: true as const,
    status: 'needs_confirmation',
    summary,
    ...shown,
    ...(origin?.token ? { note: sanitize(error) } : {}),
    confirm_token: confirmation.token,
    expires_at: confirmation.expires_at,
    next: `${done} Show this to the person. If they agree, call ${origin?.tool} again with the same input and this confirm_token.`,
  })
  const whole = answer(facts)
  return fitsBudget(whole) ? whole : answer({ in_short: sanitizeLine(JSON.stringify(facts), 400) })
}
