import type { Route } from '#agent-tools/tool/tool-schema.ts'
import { errorResult, asThrown } from '#agent-tools/tool/result.ts'
import { sanitize, fitsBudget, shorten } from '#agent-tools/tool/text.ts'

/** How long the site may take, in milliseconds. */
const TIMEOUT_MS = 30_000

/** What a person is shown before something with consequences is done; `done` says what is done of it already. */
type Proposal = { summary: string; done?: string; [fact: string]: unknown }

type CallOptions = {
  params?: Record<string, string>
  query?: Record<string, unknown>
  body?: unknown
  /** The version that a write is based on. */
  version?: number
  /** For what has to be shown twice. */
  proposal?: Proposal
}

type CallResult<T> = { data: T; version: number | null }

/** Calls an operation of the site as the person who is signed in. What is refused ends the run of the tool. */
export type Call = <T = unknown>(route: Route, ask?: CallOptions) => Promise<CallResult<T>>

/** A write as it was sent, so that it can be sent once more and is done once. */
export type SentRequest = { address: string; init: RequestInit & { headers: Record<string, string> } }

/** On whose behalf calls are made: a tool with the writes of its run, or null for the person's own click. */
type CallOrigin = { tool: string; token?: string | undefined; key: string; sent: SentRequest[] } | null

/** What a run calls the site with: `prepare` gives the request of an operation to whoever reads its answer itself. */
export type Calls = { call: Call; prepare: (route: Route, ask?: CallOptions) => SentRequest }

/** Makes the calls of one run. A write that was sent before is sent again as it was. */
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

/** Asks the site, for as long as the caller and our patience last. */
export const fetchFor = (address: string, init: RequestInit, signal?: AbortSignal): Promise<Response> => {
  const limit = AbortSignal.timeout(TIMEOUT_MS)
  return fetch(address, { ...init, signal: signal ? AbortSignal.any([signal, limit]) : limit })
}

/** The address of a route with its parameters filled in. */
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

/** The answer to a call that has yet to be confirmed. The server made the token for this payload. */
async function confirmationResult(response: Response, origin: CallOrigin, { proposal }: CallOptions) {
  const { error, confirmation } = (await response.json()) as {
    error: string
    confirmation: { token: string; expires_at: string }
  }
  const { summary, done = 'Nothing is done yet.', ...facts } = proposal ?? { summary: 'Do it' }
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
  return fitsBudget(whole) ? whole : answer({ in_short: shorten(JSON.stringify(facts), 400) })
}
